// Sample overlays: order previews, and a hex board with one doubtful ship.

import type { BoardDrawn, OrderDrawn } from '../backend/views';

/** Orders as in Noddy: half the move, the turn, the other half. The first is bound to the sample form. */
export const sampleOrders: OrderDrawn[] = [
  {
    ship: 'monitor',
    side: 'union',
    form: 'speed:union',
    legs: [
      { goes: 'ahead', by: 0.5, field: 'monitor' },
      { goes: 'turn', by: 1, field: 'turn' },
      { goes: 'ahead', by: 0.5, field: 'monitor' },
    ],
  },
  {
    ship: 'virginia',
    side: 'confederate',
    form: null,
    legs: [
      { goes: 'ahead', by: 3, field: null },
      { goes: 'turn', by: -40, field: null },
      { goes: 'ahead', by: 3, field: null },
    ],
  },
];

/** Distance from a hex's middle to its corners. */
const sizeIn = 2;
const cornersIn = [0, 60, 120, 180, 240, 300].map((deg): [number, number] => [
  sizeIn * Math.cos((deg * Math.PI) / 180),
  sizeIn * Math.sin((deg * Math.PI) / 180),
]);
const middlesIn = Array.from({ length: 17 }, (_, column) =>
  Array.from({ length: 9 }, (_, row): [number, number] => [
    5 + column * sizeIn * 1.5,
    3 + (row + (column % 2) / 2) * sizeIn * Math.sqrt(3),
  ]),
).flat();

export const sampleBoard: BoardDrawn = {
  middles: middlesIn,
  corners: cornersIn,
  open: [{ x_in: 26, y_in: 3 + 4 * 2 * Math.sqrt(3), heading_deg: 60 }],
  ships: [
    {
      ship: 'monitor',
      place: { x_in: 23, y_in: 3 + 3 * 2 * Math.sqrt(3), heading_deg: 60 },
      or_hex: [23, 3 + 4 * 2 * Math.sqrt(3)],
      or_heading_deg: null,
      sentence: 'USS Monitor: column 7, row 4 or column 7, row 5, heading 60°',
    },
  ],
};
