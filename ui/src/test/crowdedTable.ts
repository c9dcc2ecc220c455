// A crowded table for visual tests: ships close together, long gun names, a split salvo, a long answer.

import type { AskView, BattleView, LiveShip, LiveView, MountView, SalvoPreviewView } from '../backend/views';
import { samplePreview } from './sampleFire';
import { sampleBattle, sampleLive } from './sampleViews';

const ships: [string, string, string, number, number, number][] = [
  ['congress', 'USS Congress', 'union', 632, 222, 168],
  ['minnesota', 'USS Minnesota', 'union', 450, 264, 100],
  ['monitor', 'USS Monitor', 'union', 560, 338, 140],
  ['virginia', 'CSS Virginia', 'confederate', 634, 420, 322],
  ['patrick-henry', 'CSS Patrick Henry', 'confederate', 742, 482, 305],
  ['teaser', 'CSS Teaser', 'confederate', 694, 530, 318],
];

const pxPerIn = 18;

/** The outline of a hull of 46 x 16 pixels, y axis downwards. */
function hull(x: number, y: number, headingDeg: number, scale = 1): [number, number][] {
  const heading = (headingDeg * Math.PI) / 180;
  const plan = [
    [24, 0],
    [12, 7],
    [-18, 8],
    [-23, 3],
    [-23, -3],
    [-18, -8],
    [12, -7],
  ] as const;
  return plan.map(([ahead, starboard]) => [
    x + (ahead * Math.sin(heading) + starboard * Math.cos(heading)) * scale,
    y + (-ahead * Math.cos(heading) + starboard * Math.sin(heading)) * scale,
  ]);
}

export function crowdedLive(): LiveView {
  return sampleLive({
    width_px: 1280,
    height_px: 720,
    ships: ships.map(([id, name, side, x, y, headingDeg]): LiveShip => {
      const [ahead = [x, y]] = hull(x, y, headingDeg, 2);
      return {
        id,
        name,
        side,
        x_in: x / pxPerIn,
        y_in: (720 - y) / pxPerIn,
        heading_deg: headingDeg,
        sigma_in: 0.02,
        heading_sigma_deg: 0.5,
        seen: true,
        sure: true,
        presence: 'seen',
        name_doubt: false,
        bow_doubt: false,
        outline_px: hull(x, y, headingDeg),
        stack_px: [x, y],
        ahead_px: ahead,
      };
    }),
    table_px: [
      [120, 50],
      [1160, 58],
      [1158, 688],
      [120, 672],
    ],
  });
}

function mount(key: string, place: string, gun: string, guns: number): MountView {
  return {
    mount: key,
    place,
    gun,
    guns,
    guns_left: guns,
    penetration: 4,
    arc_from_deg: 20,
    arc_to_deg: 160,
    fired: false,
  };
}

export function crowdedBattle(seq: number, ask: AskView): BattleView {
  const [first] = sampleBattle(seq, ask).ships;
  if (!first) throw new Error('The sample battle holds no ship');
  return {
    ...sampleBattle(seq, ask),
    name: 'Hampton Roads',
    phase: 'First fire',
    asks: [ask],
    ships: ships.map(([id, name, side, x, y, headingDeg], index) => ({
      id,
      name,
      side,
      class: 'screw_gunboat',
      sunk: false,
      place: { x_in: x / pxPerIn - 5, y_in: (720 - y) / pxPerIn, heading_deg: headingDeg },
      outline_in: hull(x / pxPerIn - 5, 0, headingDeg, 1 / pxPerIn).map(([east, down]) => [
        east,
        (720 - y) / pxPerIn - 2 - down,
      ]),
      card: {
        sections: [
          { section: 'bow', label: 'Bow', printed: 6, ticked: index === 3 ? 2 : 0 },
          { section: 'midships', label: 'Midships', printed: 6, ticked: 0 },
          { section: 'stern', label: 'Stern', printed: 6, ticked: 0 },
          { section: 'draft', label: 'Draft', printed: 11, ticked: 0 },
        ],
        mounts: [
          mount('s8', 'Starboard broadside', '8" SMOOTHBORE', 5),
          mount('s32', 'Starboard broadside', '32-pdr SMOOTHBORE', 10),
          mount('p8', 'Port broadside', '8" SMOOTHBORE', 5),
        ],
        notes: index === 3 ? ['Rudder jammed hard left, 2 turns'] : [],
      },
    })),
  };
}

export function crowdedPreview(shooter: string, target: string, doubtful: boolean): SalvoPreviewView {
  const preview = samplePreview(shooter, target, doubtful);
  const [bears, not] = preview.mounts;
  if (!bears || !not) throw new Error('The sample salvo holds no mounts');
  const penetration = [...bears.penetration, { label: 'penetration factor', value: '= 8', rule: 'GUN-25' }];
  return {
    ...preview,
    mounts: [
      { ...bears, mount: 's9', label: 'Starboard broadside: 3 x 9" SMOOTHBORE', penetration },
      { ...bears, mount: 's6', label: 'Starboard broadside: 1 x 6.4" RIFLE', penetration },
      { ...bears, mount: 'bow', label: 'Bow pivot: 1 x 7" RIFLE', bears: 'too_close', penetration },
      { ...not, mount: 'p9', label: 'Port broadside: 3 x 9" SMOOTHBORE' },
      { ...not, mount: 'stern', label: 'Stern pivot: 1 x 7" RIFLE' },
    ],
    charts: [
      ...preview.charts,
      { chart: 'B', column: '17-20', expected_hits: 0.9, terms: preview.charts[0]?.terms ?? [] },
    ],
  };
}
