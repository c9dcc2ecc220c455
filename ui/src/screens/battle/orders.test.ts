import { screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { BattleNow, OrderDrawn } from '../../backend/views';
import { openBattle, withAsk } from '../../test/openTab';
import { sampleBoard, sampleOrders } from '../../test/sampleOrders';
import { speedForm } from '../../test/sampleBattleNow';
import { pixelOf } from '../../test/sampleViews';
import { user } from '../../test/user';

const [order] = sampleOrders as [OrderDrawn];

function open(changes: Partial<BattleNow>): void {
  openBattle(withAsk({ ask: 'form', ...speedForm }, changes));
}

describe('table overlays', () => {
  it('an order is drawn while it is written', async () => {
    open({ orders: [order] });
    const field = await screen.findByTestId('field-monitor');
    expect(await screen.findByTestId('order-monitor')).toHaveAccessibleName(
      'USS Monitor is ordered here: 3 in, then heading 060°',
    );
    await user.clear(field);
    expect(screen.queryByTestId('order-monitor')).toBeNull();
    await user.type(field, '6');
    const drawn = await screen.findByTestId('order-monitor');
    expect(drawn).toHaveAccessibleName('USS Monitor is ordered here: 6 in, then heading 060°');
    const line = drawn
      .querySelector('polyline')
      ?.getAttribute('points')
      ?.split(' ')
      .at(-1)
      ?.split(',')
      .map(Number);
    const [sin, cos] = [Math.sin(Math.PI / 3), Math.cos(Math.PI / 3)];
    const [x, y] = pixelOf(22 + 6 * sin, 15 + 6 * cos);
    expect(line?.[0]).toBeCloseTo(x, 0);
    expect(line?.[1]).toBeCloseTo(y, 0);
  });

  it('hexes are drawn, with a warning for a doubtful one', async () => {
    open({ board: sampleBoard });
    const path = (await screen.findByTestId('hexes')).getAttribute('d') ?? '';
    expect(path.match(/M/g)).toHaveLength(17 * 9);
    // The east corner of the first hex.
    const [x, y] = pixelOf(7, 3);
    expect(path).toMatch(new RegExp(`^M${x.toFixed(2)},${y.toFixed(2)}L`));
    expect(screen.getByTestId('hex-monitor')).toHaveAttribute('data-sure', 'false');
    expect(screen.getByTestId('hex-doubts')).toHaveTextContent('column 7, row 4 or column 7, row 5');
  });
});
