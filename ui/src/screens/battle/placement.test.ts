// Manual placement: typed, dragged on the map, on ghosts; setting up the table again, and rotation.

import { screen, waitFor } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BattleNow } from '../../backend/views';
import { preferences } from '../../state/app/preferences.svelte';
import { type MemoryBackend } from '../../test/memoryBackend';
import { callsOf, openBattle, usePreferencesOfNewPlayer, withAsk } from '../../test/openTab';
import { ghostOf, moveForm, sampleMoves, sampleNow } from '../../test/sampleBattleNow';
import { fireAsk, pixelOf, sampleLive } from '../../test/sampleViews';
import { drag, retype, user } from '../../test/user';

usePreferencesOfNewPlayer();
afterEach(() => void vi.restoreAllMocks());

function open(changes: Partial<BattleNow> = {}): MemoryBackend {
  return openBattle(withAsk(fireAsk, changes));
}

async function openMap(): Promise<HTMLElement> {
  await user.click(await screen.findByTestId('show-map'));
  return screen.findByTestId('replay-map');
}

/** Opens the form for the Monitor's place on the map. */
async function openMonitorsPlace(): Promise<void> {
  await openMap();
  screen.getByTestId('map-ship-monitor').focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByTestId('type-place'));
}

describe('manual placement', () => {
  it('takes typed inches with fractions and a heading', async () => {
    const backend = open();
    await openMonitorsPlace();
    expect(screen.getByTestId('place-east')).toHaveFocus();
    expect(screen.getByTestId('place-east')).toHaveValue('22.00');
    await retype('place-east', '23 3/8');
    await retype('place-north', '14.5');
    await retype('place-heading', '95');
    await user.click(screen.getByTestId('lay-here'));
    expect(callsOf(backend, 'layByHand')).toEqual([
      ['monitor', { x_in: 23.375, y_in: 14.5, heading_deg: 95 }],
    ]);
    await waitFor(() => expect(screen.queryByTestId('place-by-hand')).toBeNull());
  });

  it('rejects a place off the table, with the reason', async () => {
    const backend = open();
    await openMonitorsPlace();
    await retype('place-north', '50');
    await user.click(screen.getByTestId('lay-here'));
    expect(screen.getByTestId('place-by-hand')).toHaveTextContent(
      'USS Monitor, north: give a length from 0 to 36.00 in',
    );
    expect(callsOf(backend, 'layByHand')).toEqual([]);
  });

  it('replaces invalid input by typing or by moving the ship on the map', async () => {
    const backend = open();
    await openMonitorsPlace();
    const form = await screen.findByTestId('place-by-hand');
    await retype('place-east', 'here');
    await user.click(screen.getByTestId('lay-here'));
    expect(form).toHaveTextContent('USS Monitor, east: give a length from 0 to 60.00 in');
    expect(screen.getByTestId('place-east')).toHaveFocus();
    // Valid input in another field does not change this one.
    await retype('place-north', '14');
    await user.click(screen.getByTestId('lay-here'));
    expect(callsOf(backend, 'layByHand')).toEqual([]);
    // A new place does: the ship is moved by arrow keys on the map.
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByTestId('place-east')).toHaveValue('22.13');
    expect(form).not.toHaveTextContent('give a length');
    await retype('place-east', '23');
    await user.click(screen.getByTestId('lay-here'));
    expect(callsOf(backend, 'layByHand')).toEqual([
      ['monitor', expect.objectContaining({ x_in: 23, y_in: 14 })],
    ]);
  });

  it('works by drag, with the bow’s handle, and by keyboard', async () => {
    const backend = open();
    // Ten pixels per inch.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
      left: 0,
      top: 0,
      width: 600,
      height: 360,
    } as DOMRect);
    const map = await openMap();
    const at = (east: number, north: number) => ({
      clientX: east * 10,
      clientY: (36 - north) * 10,
    });
    await drag(map, at(22, 15));
    await user.click(await screen.findByTestId('type-place'));
    await drag(map, at(22, 15), at(25, 17));
    expect(screen.getByTestId('place-east')).toHaveValue('25.00');
    // The handle is at the bow, heading 060°.
    const [sin, cos] = [Math.sin(Math.PI / 3), Math.cos(Math.PI / 3)];
    await drag(map, at(25 + 3.2 * sin, 17 + 3.2 * cos), at(25, 20));
    expect(screen.getByTestId('place-heading')).toHaveValue('0');
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{ArrowRight}e{Enter}');
    expect(callsOf(backend, 'layByHand')).toEqual([
      ['monitor', { x_in: 25.125, y_in: expect.closeTo(17), heading_deg: 1 }],
    ]);
  });

  it('sets one or all ships on their ghosts without a camera', async () => {
    const backend = open({
      ghosts: [ghostOf('monitor', 'set_out', 'Set her here'), ghostOf('virginia', 'set_out', 'Set her here')],
    });
    await screen.findByTestId('show-map');
    backend.sendLive(sampleLive({ calibrated: false, table_px: [], ships: [] }));
    expect(await screen.findByTestId('unplaced')).toBeVisible();
    await user.click(screen.getByTestId('place-monitor'));
    await user.click(await screen.findByTestId('place-ghost'));
    await user.click(screen.getByTestId('lay-here'));
    const { place } = ghostOf('monitor', 'set_out', '');
    expect(callsOf(backend, 'layByHand')).toEqual([['monitor', place]]);
    await user.click(screen.getByTestId('place-all'));
    await waitFor(() => expect(callsOf(backend, 'layByHand')).toHaveLength(3));
  });

  it('is not offered for visible ships: their models are set on the ghosts', async () => {
    const backend = open({
      ghosts: [
        ghostOf('monitor', 'set_out', 'USS Monitor is set out here.'),
        { ...ghostOf('virginia', 'set_out', 'CSS Virginia is set out here.'), may_stay: false },
      ],
    });
    backend.sendLive(sampleLive());
    await openMap();
    expect(await screen.findByTestId('set-out')).toHaveTextContent('CSS Virginia is set out here.');
    expect(screen.queryByTestId('unplaced')).toBeNull();
    expect(screen.getByTestId('table-line')).toHaveTextContent(
      'Drag two models to their ghosts; the wheel turns one',
    );
    // Virginia's place is fixed by the rules.
    await user.click(screen.getByTestId('waive'));
    expect(callsOf(backend, 'waiveSetUp')).toEqual([[['monitor']]]);
  });

  it('can drop an undecided move', async () => {
    const backend = open({
      proposals: sampleMoves,
      battle: sampleNow(3, { ask: 'form', ...moveForm }).battle,
    });
    await openMap();
    screen.getByTestId('map-ship-essex').focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByTestId('type-place'));
    await user.click(await screen.findByTestId('forget-move'));
    expect(callsOf(backend, 'forgetMoves')).toEqual([[['essex']]]);
  });
});

describe('the table view', () => {
  it('can be set up again, or accepted as it is', async () => {
    const backend = open();
    for (const item of ['table-set-up-again', 'table-take-places']) {
      await user.click(await screen.findByTestId('table'));
      await user.click(await screen.findByTestId(item));
      // The page takes clicks again shortly after a menu has closed.
      await waitFor(() => expect(document.body.style.pointerEvents).not.toBe('none'));
    }
    expect(callsOf(backend, 'setUpAgain')).toHaveLength(1);
    expect(callsOf(backend, 'takePlaces')).toHaveLength(1);
  });

  it('is rotated by a key for the current seat, picture and map, and is stored', async () => {
    open();
    await screen.findByTestId('ship-monitor');
    await user.keyboard('t');
    const [x, y] = pixelOf(22, 15);
    const reach = screen.getByTestId('ship-monitor');
    // The circle's centre is the middle of the hull.
    expect(Number(reach.getAttribute('cx'))).toBeCloseTo(800 - y, -1);
    expect(Number(reach.getAttribute('cy'))).toBeCloseTo(x, -1);
    await user.keyboard('m');
    expect(await screen.findByLabelText('Chart of the table, west up')).toBeVisible();
    preferences.read();
    expect([preferences.turnOf('everyone'), preferences.turnOf('union')]).toEqual([1, 0]);
  });

  it('maps clicks correctly when rotated', async () => {
    const backend = open();
    await screen.findByTestId('ship-monitor');
    await user.keyboard('tt');
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
      left: 0,
      top: 0,
      width: 1280,
      height: 800,
    } as DOMRect);
    const [x, y] = pixelOf(22, 15);
    const over = screen.getByTestId('ship-monitor').closest('.over');
    if (!over) throw new Error('nothing lies over the picture');
    const at = (px: number, py: number) => ({ clientX: 1280 - px, clientY: 800 - py });
    await drag(over, at(x, y), at(x + 40, y));
    expect(callsOf(backend, 'handGrab')).toEqual([[x, y]]);
  });
});
