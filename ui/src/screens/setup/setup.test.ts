import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { memoryBackend } from '../../test/memoryBackend';
import { callsOf, openTab } from '../../test/openTab';
import { sampleCards } from '../../test/sampleTable';
import { sampleApp, sampleLive, sampleProposals } from '../../test/sampleViews';
import { user } from '../../test/user';
import { words } from '../../words/words';

describe('camera', () => {
  it('lists the found corner cards', async () => {
    await openTab('camera');
    expect(await screen.findByTestId('corner-2')).toHaveTextContent('Card 2, north-east: missing');
    expect(screen.getByTestId('corner-0')).toHaveAttribute('data-found', 'true');
  });

  it('goes on to the table when the lens becomes known while the screen is open', async () => {
    let known = false;
    const backend = await openTab('camera', {
      app: async () => sampleApp(known ? {} : { lens_known: false, table_known: false }),
    });
    expect(await screen.findByTestId('step-lens')).toHaveAttribute('aria-current', 'step');
    expect(screen.queryByTestId('corner-0')).toBeNull();
    known = true;
    backend.sendLive(sampleLive({ calibration_news: 2 }));
    expect(await screen.findByTestId('corner-0')).toBeVisible();
  });

  it('names the missing card and calibrates when all four lie still', async () => {
    let laid = false;
    const backend = await openTab('camera', { cards: async () => sampleCards(laid) });
    await user.click(await screen.findByTestId('calibrate-table'));
    expect(await screen.findByTestId('cards-now')).toHaveTextContent('lay the north-east card');
    expect(callsOf(backend, 'calibrateTable')).toEqual([]);
    laid = true;
    expect(await screen.findByTestId('residual-in')).toBeVisible();
    expect(callsOf(backend, 'calibrateTable')).toHaveLength(1);
    expect(screen.queryByTestId('cards-now')).toBeNull();
  });

  it('keeps its draft on a change of screen', async () => {
    await openTab('camera');
    await user.click(await screen.findByTestId('way-points'));
    await pin([20, 380], [600, 380]);
    await user.type(screen.getByTestId('point-0-x'), '7');
    await user.click(screen.getByTestId('tab-shore'));
    await user.click(screen.getByTestId('tab-camera'));
    expect(await screen.findByTestId('pinned')).toHaveTextContent('2 points');
    expect(screen.getByTestId('point-0-x')).toHaveValue('7');
  });

  it('stops waiting for the cards on request', async () => {
    const backend = await openTab('camera');
    await user.click(await screen.findByTestId('calibrate-table'));
    await user.click(await screen.findByTestId('cancel-table'));
    expect(screen.queryByTestId('cards-now')).toBeNull();
    await user.click(screen.getByTestId('calibrate-table'));
    await user.click(await screen.findByTestId('table-at-once'));
    expect(await screen.findByTestId('residual-in')).toBeVisible();
    expect(callsOf(backend, 'calibrateTable')).toHaveLength(1);
  });

  it('calibrates the table with typed side lengths', async () => {
    const backend = await openTab('camera', { cards: async () => sampleCards(true) });
    const width = await screen.findByTestId('table-width');
    await user.clear(width);
    expect(screen.getByTestId('calibrate-table')).toBeDisabled();
    await user.type(width, '72');
    await user.click(screen.getByTestId('calibrate-table'));
    expect(await screen.findByTestId('residual-in')).toHaveTextContent('0.008 in');
    expect(callsOf(backend, 'calibrateTable')).toEqual([
      [{ way: 'corner_cards', width_in: 72, height_in: 36, card_in: 2, raised: [] }, false],
    ]);
    expect(screen.getByTestId('table-note')).toHaveTextContent('is turned 90 degrees clockwise');
  });

  async function pin(...places: [number, number][]): Promise<void> {
    const picture = await screen.findByTestId('pins');
    vi.spyOn(picture, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 640, 400));
    for (const [clientX, clientY] of places) await fireEvent.click(picture, { clientX, clientY });
  }

  it('calibrates by free cards and asks about contradicting measures', async () => {
    const backend = await openTab('camera', { cards: async () => sampleCards(true) });
    await user.click(await screen.findByTestId('way-free_cards'));
    expect(screen.getByTestId('calibrate-table')).toBeDisabled();
    await pin([20, 380], [600, 380], [600, 20], [20, 20], [300, 200]);
    expect(screen.getByTestId('pinned')).toHaveTextContent('4 of 4 corners');
    screen.getByTestId('pin-3').focus();
    await user.keyboard('{ArrowRight}');
    await user.click(screen.getByLabelText('Check the sides by tape'));
    await user.click(screen.getByTestId('calibrate-table'));
    expect(await screen.findByTestId('doubt-east-west')).toHaveTextContent('which is right?');
    await user.click(screen.getByTestId('trust-tape'));
    await waitFor(() => expect(screen.getByTestId('trust-tape')).toHaveAttribute('aria-pressed', 'true'));
    const corners_px = [
      [40, 760],
      [1200, 760],
      [1200, 40],
      [41, 40],
    ];
    const sent = {
      way: 'free_cards',
      card_in: 2,
      raised: [],
      corners_px,
      typed_in: [60, 36],
      stick_in: null,
    };
    expect(callsOf(backend, 'calibrateTable')).toEqual([
      [{ ...sent, trust_sides: false }, false],
      [{ ...sent, trust_sides: true }, false],
    ]);
  });

  it('calibrates by tape-measured points and estimates an unknown lens', async () => {
    const backend = await openTab('camera', {
      app: async () => sampleApp({ lens_known: false, table_known: false }),
    });
    // Without a lens the screen starts with the lens; the table step is one click away.
    expect(await screen.findByTestId('lens-begin')).toBeVisible();
    await user.click(screen.getByTestId('step-table'));
    await user.click(await screen.findByTestId('way-points'));
    await pin([20, 380], [600, 380], [600, 20], [20, 20]);
    for (const [index, [x, y]] of [
      ['0', '0'],
      ['60', '0'],
      ['60', '36'],
      ['0', '36'],
    ].entries()) {
      expect(screen.getByTestId('calibrate-table')).toBeDisabled();
      await user.type(screen.getByTestId(`point-${index}-x`), x ?? '');
      await user.type(screen.getByTestId(`point-${index}-y`), y ?? '');
    }
    await user.click(screen.getByTestId('calibrate-table'));
    expect(await screen.findByTestId('table-grade')).toHaveTextContent('coarse');
    const [[way, guessed] = []] = callsOf(backend, 'calibrateTable');
    expect(guessed).toBe(true);
    expect(way).toMatchObject({ way: 'points', width_in: 60, height_in: 36 });
    expect((way as { points: unknown[] }).points[2]).toEqual({ at_px: [1200, 40], x_in: 60, y_in: 36 });
  });

  it('checks with the measured length of the check stick', async () => {
    const backend = await openTab('camera');
    await user.click(await screen.findByTestId('step-check'));
    const ruler = await screen.findByTestId('stick-ruler');
    await user.clear(ruler);
    expect(screen.getByTestId('check-stick')).toBeDisabled();
    await user.type(ruler, '11.97');
    await user.click(screen.getByTestId('check-stick'));
    expect(await screen.findByTestId('stick-figures')).toHaveTextContent('11.97 in, measured 12.01 ± 0.02');
    expect(screen.getByText(words.camera.stick.logged)).toBeVisible();
    expect(callsOf(backend, 'checkStick')).toEqual([[11.97, 0]]);
  });

  it('shows the accuracy map and its figures', async () => {
    await openTab('camera');
    await user.click(await screen.findByTestId('show-accuracy'));
    expect(await screen.findByTestId('accuracy-map')).toBeInTheDocument();
    expect(screen.getByTestId('accuracy-figures')).toHaveTextContent('Ranges ± 0.041 in (95 %)');
  });

  it('opens a source and rejects an invalid camera number', async () => {
    const backend = await openTab('camera');
    await user.click(await screen.findByTestId('source-camera'));
    const number = screen.getByTestId('source-text');
    await user.clear(number);
    await user.type(number, 'front');
    expect(screen.getByTestId('open-source')).toBeDisabled();
    await user.clear(number);
    await user.type(number, '2');
    await user.click(screen.getByTestId('open-source'));
    expect(callsOf(backend, 'openSource')).toEqual([[{ source: 'camera', index: 2 }]]);
  });

  it('leaves the demo table’s battle in its campaign on a change of source', async () => {
    let real = false;
    const { now } = memoryBackend();
    await openTab('camera', {
      now: async () => (real ? null : now()),
      openSource: async (choice) => {
        real = choice.source !== 'demo';
        const campaign = real ? 'evenings.campaign' : sampleApp().campaign;
        return sampleApp({ campaign, source: { ...sampleApp().source, choice } });
      },
    });
    await user.click(await screen.findByTestId('source-camera'));
    await user.click(screen.getByTestId('open-source'));
    expect(await screen.findByTestId('trouble')).toHaveTextContent('waits in the demo table’s campaign');
    await user.click(screen.getByTestId('tab-battle'));
    expect(screen.queryByTestId('ask')).not.toBeInTheDocument();
    await user.click(screen.getByTestId('tab-camera'));
    await user.click(await screen.findByTestId('source-demo'));
    await user.click(screen.getByTestId('open-source'));
    await waitFor(() => expect(screen.queryByTestId('trouble')).not.toBeInTheDocument());
  });

  it('opens a video chosen in a dialog', async () => {
    const backend = await openTab('camera');
    await user.click(await screen.findByTestId('source-video'));
    expect(screen.getByTestId('open-source')).toBeDisabled();
    await user.click(screen.getByTestId('choose-source'));
    expect(await screen.findByTestId('choose-source-path')).toHaveTextContent('/home/player/video');
    await user.click(screen.getByTestId('open-source'));
    expect(callsOf(backend, 'openSource')).toEqual([[{ source: 'video', path: '/home/player/video' }]]);
  });

  it('shows the target pose and the error of each view; pauses and continues', async () => {
    const backend = await openTab('camera');
    await user.click(await screen.findByTestId('step-lens'));
    await user.click(await screen.findByTestId('lens-begin'));
    expect(await screen.findByTestId('lens-now')).toHaveTextContent('its right edge tipped away');
    expect(screen.getByTestId('board-overlay')).toBeInTheDocument();
    expect(screen.getByTestId('lens-progress')).toHaveAttribute('value', '0.5');
    expect(screen.getByTestId('lens-coverage')).toHaveTextContent('52 %');
    expect(screen.getByText(/Left out: it misses by 4.10 px/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Leave out view 3' }));
    await user.click(screen.getByTestId('lens-elsewhere'));
    await user.click(screen.getByTestId('lens-pause'));
    expect(await screen.findByText('Left half-way with 4 views')).toBeVisible();
    expect(screen.getByTestId('lens-begin')).toHaveTextContent(words.camera.lens.goOn);
    expect(callsOf(backend, 'commandLensWizard')).toMatchObject([
      [
        {
          say: 'begin',
          board: {
            board: 'charuco',
            columns: 10,
            rows: 7,
            square_in: 0.9,
            marker_in: 0.675,
            dictionary: '5X5_100',
          },
        },
      ],
      [{ say: 'forget', view: 'view 3' }],
      [{ say: 'elsewhere' }],
      [{ say: 'pause' }],
    ]);
  });

  it('pauses the lens wizard when the screen is left and keeps its views', async () => {
    const backend = await openTab('camera');
    await user.click(await screen.findByTestId('step-lens'));
    await user.click(await screen.findByTestId('lens-begin'));
    expect(await screen.findByTestId('lens-figures')).toBeVisible();
    await user.click(screen.getByTestId('tab-shore'));
    expect(callsOf(backend, 'commandLensWizard').at(-1)).toEqual([{ say: 'pause' }]);
  });

  it('calibrates the lens from a folder of pictures', async () => {
    const backend = await openTab('camera');
    await user.click(await screen.findByTestId('step-lens'));
    await user.click(screen.getByText(words.camera.lens.fromFiles));
    expect(screen.getByTestId('calibrate-lens')).toBeDisabled();
    await user.click(screen.getByTestId('choose-lens-views'));
    await user.click(screen.getByTestId('calibrate-lens'));
    expect(callsOf(backend, 'commandLensWizard')).toMatchObject([
      [{ say: 'folder', path: '/home/player/lens_views' }],
    ]);
  });

  it('shows the sources, opens one by a click, and reports picture quality', async () => {
    const backend = await openTab('camera');
    await user.click(await screen.findByTestId('show-gallery'));
    await user.click(await screen.findByTestId('gallery-camera'));
    expect(callsOf(backend, 'openSource')).toEqual([[{ source: 'camera', index: 0 }]]);
    expect(await screen.findByTestId('care-advice')).toHaveTextContent('turn the lens');
  });

  it('shows the paths of the printed kit', async () => {
    await openTab('camera');
    await user.click(await screen.findByTestId('kit-letter'));
    expect(await screen.findByTestId('kit-path-0')).toHaveTextContent('corner-cards-letter.pdf');
  });
});

describe('shore', () => {
  it('accepts proposed pieces and the new outline of a moved bank', async () => {
    const backend = await openTab('shore');
    expect(await screen.findByText('North bank moved: take the new outline?')).toBeVisible();
    await user.click(screen.getByTestId('take-new-piece-1'));
    await user.selectOptions(screen.getByTestId('kind-piece-2'), 'shoal');
    await user.click(screen.getByTestId('take-piece-2'));
    await user.click(screen.getByTestId('propose-all'));
    expect(callsOf(backend, 'shore')).toMatchObject([
      [{ shore: 'take_new', id: 'piece-1' }],
      [{ shore: 'take', words: { id: 'piece-2', kind: 'shoal', depth_ft: 0 } }],
      [{ shore: 'propose_all', height_in: 0 }],
    ]);
  });

  it('traces an outline', async () => {
    const backend = await openTab('shore');
    await user.click(await screen.findByTestId('trace'));
    const picture = screen.getByTestId('shore-picture');
    vi.spyOn(picture, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 640, 400));
    expect(screen.getByTestId('close-trace')).toBeDisabled();
    for (const [clientX, clientY] of [
      [100, 50],
      [150, 50],
      [150, 90],
    ])
      await fireEvent.click(picture, { clientX, clientY });
    await user.click(screen.getByTestId('close-trace'));
    expect(callsOf(backend, 'shore')).toEqual([
      [
        {
          shore: 'trace',
          line_px: [
            [200, 100],
            [300, 100],
            [300, 180],
          ],
          height_in: 0,
        },
      ],
    ]);
  });
});

describe('muster', () => {
  it('looks who stands there as soon as the table is known', async () => {
    let known = false;
    const backend = await openTab('muster', {
      app: async () => sampleApp({ table_known: known }),
      proposeMuster: async () => sampleProposals(),
    });
    expect(screen.getByTestId('recognise')).toBeDisabled();
    known = true;
    backend.sendLive(sampleLive({ calibration_news: 2 }));
    expect(await screen.findByTestId('outline-0')).toBeVisible();
  });

  it('marks recognised models, and another by its outline', async () => {
    const backend = await openTab('muster', { proposeMuster: async () => sampleProposals() });
    expect(await screen.findByTestId('mark-virginia')).toBeVisible();
    await user.click(screen.getByTestId('known-essex'));
    const picture = screen.getByTestId('marks');
    vi.spyOn(picture, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1280, 800));
    // A click near the guessed stern makes that end the bow.
    const [essex] = sampleProposals().filter(({ ship }) => ship === null);
    const [clientX, clientY] = essex?.stern_px ?? [0, 0];
    await fireEvent.click(picture, { clientX, clientY });
    await user.click(screen.getByTestId('about-virginia'));
    await user.click(screen.getByTestId('muster'));
    expect(callsOf(backend, 'muster')).toMatchObject([
      [[{ id: 'virginia' }, { id: 'essex', bow_px: essex?.stern_px, stern_px: essex?.bow_px }]],
    ]);
  });

  it('takes outline and then ship by keyboard, and reports ships that look alike', async () => {
    const alike = 'USS Cairo and USS Essex look too alike: put a tag on each.';
    const backend = await openTab('muster', {
      proposeMuster: async () => sampleProposals(),
      muster: async () => sampleApp({ mustered: ['essex'], look_alike: [alike] }),
    });
    (await screen.findByTestId('outline-0')).focus();
    await user.keyboard('{Enter}');
    expect(screen.getByTestId('muster-next')).toHaveTextContent('Which ship is she?');
    await user.click(screen.getByTestId('known-essex'));
    expect(await screen.findByTestId('mark-essex')).toBeVisible();
    expect(screen.queryByTestId('outline-0')).toBeNull();
    await user.click(screen.getByTestId('muster'));
    expect(await screen.findByTestId('look-alike')).toHaveTextContent('put a tag on each');
    expect(backend.calls.some(({ name }) => name === 'beginBattle')).toBe(false);
  });

  it('takes dragged bow and stack', async () => {
    const backend = await openTab('muster', { proposeMuster: async () => sampleProposals() });
    const bow = await screen.findByTestId('bow-virginia');
    const picture = screen.getByTestId('marks');
    vi.spyOn(picture, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1280, 800));
    bow.setPointerCapture = () => undefined;
    await fireEvent.pointerDown(bow, { pointerId: 1 });
    // jsdom's pointer events have no coordinates.
    await fireEvent(picture, new MouseEvent('pointermove', { clientX: 600, clientY: 300, bubbles: true }));
    await fireEvent.pointerUp(picture, { pointerId: 1 });
    screen.getByTestId('stack-virginia').focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await user.click(screen.getByTestId('muster'));
    const [[[sent] = []] = []] = callsOf(backend, 'muster') as [
      [{ bow_px: number[]; stack_ahead_in: number }[]],
    ];
    expect(sent?.bow_px).toEqual([600, 300]);
    expect(sent?.stack_ahead_in).toBeCloseTo(0.14, 5);
  });

  it('marks a ship by bow and stern, with typed dimensions', async () => {
    const backend = await openTab('muster');
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
    expect(await screen.findByTestId('muster-result')).toHaveTextContent('One ship is mustered: USS Monitor');
    expect(callsOf(backend, 'muster')).toMatchObject([
      [[{ id: 'monitor', stack_height_in: 0.31, bow_px: [200, 100], stern_px: [160, 120] }]],
    ]);
  });

  it('finds a ship by name or by scenario', async () => {
    await openTab('muster');
    await user.type(await screen.findByTestId('find-ship'), 'virg');
    expect(screen.queryByTestId('known-monitor')).toBeNull();
    await user.keyboard('{Enter}');
    expect(screen.getByTestId('muster-next')).toHaveTextContent('Click the bow of CSS Virginia');
    expect(screen.getByTestId('known-monitor')).toBeVisible();
    await user.selectOptions(screen.getByTestId('ships-of'), 'Albemarle at Plymouth');
    expect(screen.getByTestId('known-monitor')).toBeVisible();
    expect(screen.queryByTestId('known-virginia')).toBeNull();
  });

  it('keeps the marks if the muster is refused', async () => {
    await openTab('muster', {
      muster: () => Promise.reject({ sentence: 'USS Monitor is not in the picture' }),
    });
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
