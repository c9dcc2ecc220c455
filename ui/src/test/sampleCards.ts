// Ship cards of all five books, as their backends send them.

import type { CardView, MountView, SectionView, ShipView } from '../backend/views';

const row = (section: string, label: string, printed: number, ticked: number): SectionView => ({
  section,
  label,
  printed,
  ticked,
});

function mountOf(place: string, gun: string, guns: number, left: number, arc: [number, number]): MountView {
  return {
    mount: `${place} ${gun}`,
    place,
    gun,
    guns,
    guns_left: left,
    penetration: 5,
    arc_from_deg: arc[0],
    arc_to_deg: arc[1],
    fired: place === 'Bow pivot',
  };
}

function shipOf(id: string, name: string, side: string, card: CardView, sunk = false): ShipView {
  return {
    id,
    name,
    side,
    place: { x_in: 20, y_in: 12, heading_deg: 90 },
    outline_in: [],
    card,
    sunk,
    class: 'screw_sloop',
  };
}

/** Ships by the book whose card they have. */
export const sampleCards: Record<string, ShipView[]> = {
  gunboat: [
    shipOf('virginia', 'CSS Virginia', 'confederate', {
      sections: [
        row('armor', 'Armor', 4, 2),
        row('speed', 'Speed', 5, 2),
        row('half_speed', 'Half-knot speed', 1, 0),
        row('midships', 'Midships', 14, 6),
        row('stack', 'Stack', 1, 1),
        row('draft', 'Draft', 11, 3),
        row('ram', 'Ram', 1, 1),
      ],
      mounts: [
        mountOf('Bow pivot', '7-in Brooke rifle', 1, 1, [315, 45]),
        mountOf('Stern pivot', '7-in Brooke rifle', 1, 0, [135, 225]),
        mountOf('Starboard broadside', '9-in Dahlgren smoothbore', 3, 2, [45, 135]),
        mountOf('Starboard rifle', '6.4-in Brooke rifle', 1, 1, [45, 135]),
        mountOf('Port broadside', '9-in Dahlgren smoothbore', 3, 3, [225, 315]),
        mountOf('Port rifle', '6.4-in Brooke rifle', 1, 0, [225, 315]),
      ],
      notes: ['rudder jammed hard left, 2 moves', 'draws 2 ft more'],
    }),
    shipOf('monitor', 'USS Monitor', 'union', {
      sections: [
        row('armor', 'Armor', 4, 0),
        row('speed', 'Speed', 6, 0),
        row('midships', 'Midships', 6, 0),
        row('draft', 'Draft', 9, 0),
      ],
      mounts: [mountOf('Turret', '11-in Dahlgren smoothbore', 2, 2, [0, 360])],
      notes: [],
    }),
    shipOf(
      'congress',
      'USS Congress',
      'union',
      {
        sections: [
          row('speed', 'Speed', 3, 3),
          row('midships', 'Midships', 28, 28),
          row('draft', 'Draft', 13, 13),
        ],
        mounts: [
          mountOf('Starboard broadside', '32-pdr smoothbore', 20, 0, [45, 135]),
          mountOf('Port broadside', '32-pdr smoothbore', 20, 7, [225, 315]),
          mountOf('Stern', '8-in smoothbore', 2, 1, [135, 225]),
        ],
        notes: ['destroyed: her magazine exploded'],
      },
      true,
    ),
  ],
  noddy: [
    shipOf('tennessee', 'CSS Tennessee', 'confederate', {
      sections: [
        row('top_speed', 'Top speed, half knots', 13, 4),
        row('guns:bow', 'Guns, bow', 1, 0),
        row('guns:starboard', 'Guns, starboard', 2, 1),
        row('guns:stern', 'Guns, stern', 1, 1),
        row('guns:port', 'Guns, port', 2, 0),
      ],
      mounts: [],
      notes: ['on fire', 'lists to port'],
    }),
  ],
  sp_bp: [
    shipOf('cairo', 'USS Cairo', 'union', {
      sections: [
        row('sp', 'SP', 58, 21),
        row('bp', 'BP', 43, 9),
        row('parties', 'Crew parties', 6, 1),
        row('hull_at', 'Hull AT', 5, 1),
        row('gun:bow', 'Bow: 8-in smoothbore', 3, 1),
        row('gun:starboard', 'Starboard battery: 42-pdr rifle', 4, 1),
        row('gun:port', 'Port battery: 42-pdr rifle', 4, 0),
        row('gun:stern', 'Stern: 32-pdr smoothbore', 2, 2),
      ],
      mounts: [],
      notes: ['4 of 6 knots, turn class 3', '2 fires', 'her helm is jammed to port'],
    }),
  ],
  hex_duel: [
    shipOf('merrimack', 'Merrimack', 'confederate', {
      sections: [row('flotation', 'Flotation', 20, 7)],
      mounts: [],
      notes: ['disabled'],
    }),
  ],
  mahan: [
    shipOf('ferdinand-max', 'Ferdinand Max', 'austria', {
      sections: [
        row('speed', 'Speed', 6, 1),
        row('hull_port', 'Hull, port', 12, 5),
        row('hull_starboard', 'Hull, starboard', 12, 0),
        row('guns', 'Guns', 9, 2),
      ],
      mounts: [],
      notes: [],
    }),
  ],
};
