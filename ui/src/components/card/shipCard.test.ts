import { cleanup, render, screen, within } from '@testing-library/svelte';
import axe from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { sampleCards } from '../../test/sampleCards';
import ConditionBars from '../../table/overlays/ConditionBars.svelte';
import ShipCard from '../ShipCard.svelte';

const ships = Object.values(sampleCards).flat();

function sample(id: string) {
  const ship = ships.find((one) => one.id === id);
  if (!ship) throw new Error(`no card of ${id}`);
  return ship;
}

afterEach(cleanup);

describe('a ship card', () => {
  it.each(ships.map((ship) => [ship.name, ship] as const))('of %s reads row by row', async (_, ship) => {
    const { container } = render(ShipCard, { props: { ship } });
    const terms = [...container.querySelectorAll('dt')].map((term) => term.textContent);
    expect(terms.slice(0, ship.card.sections.length)).toEqual(ship.card.sections.map(({ label }) => label));
    for (const { label, ticked, printed } of ship.card.sections) {
      const row = [...container.querySelectorAll('.line')].find(
        (line) => line.querySelector('dt')?.textContent === label,
      );
      expect(row).toHaveTextContent(`${ticked} of ${printed} lost`);
    }
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it('crosses lost guns where they stand', () => {
    render(ShipCard, { props: { ship: sample('virginia'), compact: true } });
    const guns = [...screen.getByTestId('plan-virginia').querySelectorAll('.box')];
    expect(guns).toHaveLength(10);
    expect(guns.filter((gun) => gun.classList.contains('lost'))).toHaveLength(3);
    expect(guns.filter((gun) => gun.querySelector('.pen'))).toHaveLength(3);
    // Screen readers read the guns in the compact form, too.
    const card = screen.getByRole('article', { name: 'Ship card of CSS Virginia' });
    expect(within(card).getByText('7-in Brooke rifle, Stern pivot')).toBeInTheDocument();
  });

  it('crosses guns on the plan while they are ticked', () => {
    const ticks = { 'gun:Bow pivot 7-in Brooke rifle': 1 };
    render(ShipCard, { props: { ship: sample('virginia'), ticks, mayTick: () => 1 } });
    expect(screen.getByTestId('plan-virginia').querySelectorAll('.box.lost')).toHaveLength(4);
    expect(screen.getByTestId('box-gun:Bow pivot 7-in Brooke rifle-0')).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  it('says that a ship is out of the battle', () => {
    render(ShipCard, { props: { ship: sample('congress') } });
    expect(screen.getByText('Out of the battle')).toBeInTheDocument();
  });
});

describe('the bars beside a ship', () => {
  it('show what is left, and say it', () => {
    render(ConditionBars, { props: { ship: sample('virginia') } });
    expect(screen.getByRole('img')).toHaveAccessibleName('CSS Virginia: hull 73 %, guns 70 %, speed 64 %');
  });

  it('are absent for a card without rows', () => {
    render(ConditionBars, {
      props: { ship: { ...sample('virginia'), card: { sections: [], mounts: [], notes: [] } } },
    });
    expect(screen.queryByRole('img')).toBeNull();
  });
});
