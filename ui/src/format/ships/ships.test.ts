import { describe, expect, it } from 'vitest';
import { sampleCards } from '../../test/sampleCards';
import type { CardView } from '../../backend/views';
import { cardFigures, conditionOf } from './condition';
import { gunBoxes, gunGroups, stationOf } from './gunPlaces';
import { penCross } from './penCross';
import { planOf, turretsOf } from './plan';

function card(ship: string): CardView {
  const found = Object.values(sampleCards)
    .flat()
    .find(({ id }) => id === ship);
  if (!found) throw new Error(`no card of ${ship}`);
  return found.card;
}

describe('the condition of a ship', () => {
  it.each([
    ['virginia', 8 / 11, 7 / 10, 3.5 / 5.5],
    ['monitor', 1, 1, 1],
    ['tennessee', null, 4 / 6, 9 / 13],
    ['cairo', 37 / 58, 9 / 13, null],
    ['merrimack', 13 / 20, null, null],
    ['ferdinand-max', 7 / 12, 7 / 9, 5 / 6],
  ])('is read from the card of any book: %s', (ship, hull, guns, speed) => {
    expect(conditionOf(card(ship))).toEqual({ hull, guns, speed });
  });

  it('is unknown for a card without rows', () => {
    expect(conditionOf({ sections: [], mounts: [], notes: [] })).toEqual({
      hull: null,
      guns: null,
      speed: null,
    });
  });

  it('gives speed in knots and half knots', () => {
    expect(cardFigures(card('virginia'))[0]).toEqual({ label: 'Knots', left: '3½', printed: '5½' });
    expect(cardFigures(card('tennessee'))).toEqual([{ label: 'Knots', left: '4½', printed: '6½' }]);
  });
});

describe('the places of guns', () => {
  it.each([
    ['Bow pivot', null, 'bow middle'],
    ['After turret', null, 'stern middle'],
    ['Starboard broadside', 90, 'middle starboard'],
    ['Port battery: 42-pdr rifle', null, 'middle port'],
    ['Turret', 0, 'middle middle'],
    ['Battery', 270, 'middle port'],
    ['Battery', 180, 'stern middle'],
    ['Battery', 0, 'bow middle'],
  ])('%s, arc to %s°: %s', (place, bearingDeg, station) => {
    expect(stationOf({ place, bearingDeg }).join(' ')).toBe(station);
  });

  it('are those of the turrets, where the plan has any', () => {
    const turrets = turretsOf(planOf('double_turret_monitor'));
    expect(turrets).toHaveLength(2);
    const places = ['Fore turret', 'After turret'].map((place) => {
      const groups = [{ key: place, place, guns: 2, left: 2, fired: false, bearingDeg: null }];
      return gunBoxes(groups, { length: 400, beam: 96, turrets }).map(({ x }) => x);
    });
    expect(places.map(([a = 0, b = 0]) => (a + b) / 2 / 400)).toEqual([
      expect.closeTo(turrets[0] ?? 0),
      expect.closeTo(turrets[1] ?? 0),
    ]);
    expect(turrets[0]).toBeLessThan(turrets[1] ?? 0);
  });

  it('are on a plain hull for a class that is not known', () => {
    expect(planOf('submarine')).toEqual(planOf('hull'));
    expect(planOf('hull').length).toBeGreaterThan(0);
  });

  it('has a box for every gun on the hull, and no two overlap', () => {
    const plan = { length: 400, beam: 96 };
    for (const ship of Object.values(sampleCards).flat()) {
      const groups = gunGroups(ship.card);
      const boxes = gunBoxes(groups, plan);
      expect(boxes.filter(({ lost }) => !lost)).toHaveLength(groups.reduce((all, { left }) => all + left, 0));
      for (const [at, a] of boxes.entries()) {
        expect(a.x - a.size / 2, ship.name).toBeGreaterThan(0);
        expect(a.x + a.size / 2, ship.name).toBeLessThan(plan.length);
        for (const b of boxes.slice(at + 1)) {
          const apart = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
          expect(apart, `${ship.name}: ${a.key}, ${b.key}`).toBeGreaterThan((a.size + b.size) / 2);
        }
      }
    }
  });
});

describe('the cross of a pen', () => {
  it('is always the same for a box, and differs from box to box', () => {
    expect(penCross('virginia draft 3')).toEqual(penCross('virginia draft 3'));
    const crosses = new Set(Array.from({ length: 60 }, (_, box) => penCross(`virginia draft ${box}`).join()));
    expect(crosses.size).toBe(60);
  });
});
