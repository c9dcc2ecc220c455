import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import App from '../App.svelte';
import { memoryBackend, type MemoryBackend } from '../test/memoryBackend';
import { fireAsk, sampleBattle } from '../test/sampleViews';

afterEach(cleanup);

const user = userEvent.setup();

async function open(tab: string, changes: Parameters<typeof memoryBackend>[0] = {}): Promise<MemoryBackend> {
  const backend = memoryBackend(changes);
  render(App, { props: { backend } });
  await user.click(screen.getByTestId(`tab-${tab}`));
  return backend;
}

function called(backend: MemoryBackend, name: string): unknown[][] {
  return backend.calls.filter((call) => call.name === name).map(({ args }) => args);
}

describe('replay', () => {
  it('opens the last battle at its end, and steps by button and by key', async () => {
    await open('replay');
    await waitFor(() => expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '3'));
    await user.click(screen.getByTestId('replay-prev'));
    expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '2');
    await user.keyboard('{Home}');
    expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '1');
    expect(screen.getByTestId('replay-prev')).toBeDisabled();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByTestId('replay-sentences')).toHaveTextContent('Six ships took their places');
  });

  it('shows the photograph at or before the moment, and none before the first', async () => {
    await open('replay');
    expect(await screen.findByTestId('replay-photo')).toHaveAttribute('data-photo', '1');
    await user.keyboard('{Home}');
    await waitFor(() => expect(screen.queryByTestId('replay-photo')).toBeNull());
  });

  it('shows the chart and the cards as they were', async () => {
    await open('replay');
    await waitFor(() => expect(screen.getByTestId('cards')).toHaveAttribute('data-seq', '3'));
    expect(screen.getByTestId('replay-map')).toHaveTextContent('CSS Virginia');
    expect(screen.getByTestId('cards')).toHaveTextContent('Rudder jammed hard left, 2 turns');
  });

  it('shows damaged ships first and folds the others away', async () => {
    const hurt = sampleBattle(3, fireAsk);
    const ships = hurt.ships.map((ship) =>
      ship.id === 'virginia' ? ship : { ...ship, card: { sections: [], mounts: [], notes: [] } },
    );
    await open('replay', { replayAt: async () => ({ ...hurt, ships }) });
    const folded = await screen.findByTestId('undamaged');
    expect(folded).toHaveTextContent('USS Monitor');
    expect(folded).not.toHaveTextContent('CSS Virginia');
    expect(screen.getByText('Rudder jammed hard left, 2 turns')).toBeVisible();
  });

  it('says so where there is no battle yet', async () => {
    await open('replay', { battles: async () => [] });
    expect(await screen.findByText('No battle yet')).toBeVisible();
  });
});

describe('camera', () => {
  it('says which corner cards are found', async () => {
    await open('camera');
    expect(await screen.findByTestId('corner-2')).toHaveTextContent('Card 2, north-east: missing');
    expect(screen.getByTestId('corner-0')).toHaveAttribute('data-found', 'true');
  });

  it('calibrates the table with the sides typed', async () => {
    const backend = await open('camera');
    const width = await screen.findByTestId('table-width');
    await user.clear(width);
    expect(screen.getByTestId('calibrate-table')).toBeDisabled();
    await user.type(width, '72');
    await user.click(screen.getByTestId('calibrate-table'));
    expect(await screen.findByTestId('residual-in')).toHaveTextContent('0.008 in');
    expect(called(backend, 'calibrateTable')).toEqual([[72, 36, 2]]);
  });

  it('opens a source, and does not open what is no camera number', async () => {
    const backend = await open('camera');
    await user.click(await screen.findByTestId('source-camera'));
    const number = screen.getByTestId('source-text');
    await user.clear(number);
    await user.type(number, 'front');
    expect(screen.getByTestId('open-source')).toBeDisabled();
    await user.clear(number);
    await user.type(number, '2');
    await user.click(screen.getByTestId('open-source'));
    expect(called(backend, 'openSource')).toEqual([[{ source: 'camera', index: 2 }]]);
  });

  it('calibrates the lens from the views taken and names those left out', async () => {
    const backend = await open('camera');
    expect(await screen.findByTestId('calibrate-lens')).toBeDisabled();
    await user.click(screen.getByTestId('take-view'));
    await user.click(screen.getByTestId('calibrate-lens'));
    expect(await screen.findByText('The board was bent')).toBeVisible();
    expect(called(backend, 'calibrateLens')).toEqual([
      [
        { board: 'charuco', columns: 10, rows: 7, square_in: 0.9, marker_in: 0.675, dictionary: '5X5_100' },
        null,
      ],
    ]);
  });

  it('says where the kit was written', async () => {
    await open('camera');
    await user.click(await screen.findByTestId('kit-letter'));
    expect(await screen.findByTestId('kit-paths')).toHaveTextContent('corner-cards-letter.pdf');
  });
});

describe('muster', () => {
  it('marks a ship by bow and stern and musters it with the measures typed', async () => {
    const backend = await open('muster');
    await user.click(await screen.findByTestId('known-monitor'));
    const picture = screen.getByTestId('marks');
    vi.spyOn(picture, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 640, 400));
    await fireEvent.click(picture, { clientX: 100, clientY: 50 });
    expect(screen.getByTestId('muster-next')).toHaveTextContent('Click the stern of USS Monitor');
    await fireEvent.click(picture, { clientX: 80, clientY: 60 });
    const height = screen.getByLabelText('Stack height of USS Monitor, in');
    await user.clear(height);
    expect(screen.getByTestId('muster')).toBeDisabled();
    await user.type(height, '0.31');
    await user.click(screen.getByTestId('muster'));
    expect(await screen.findByTestId('muster-result')).toHaveTextContent('One ship is mustered: monitor');
    expect(called(backend, 'muster')).toMatchObject([
      [[{ id: 'monitor', stack_height_in: 0.31, bow_px: [200, 100], stern_px: [160, 120] }]],
    ]);
  });

  it('keeps the marks where the muster was refused', async () => {
    await open('muster', { muster: () => Promise.reject({ sentence: 'USS Monitor is not in the picture' }) });
    await user.click(await screen.findByTestId('known-monitor'));
    const picture = screen.getByTestId('marks');
    vi.spyOn(picture, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 640, 400));
    await fireEvent.click(picture, { clientX: 100, clientY: 50 });
    await fireEvent.click(picture, { clientX: 80, clientY: 60 });
    await user.click(screen.getByTestId('muster'));
    expect(await screen.findByText('USS Monitor is not in the picture')).toBeVisible();
    expect(screen.getByTestId('mark-monitor')).toBeVisible();
  });
});
