/** The modes of the Image Capture specification (W3C), which TypeScript does not know. */
type Mode = 'focusMode' | 'exposureMode' | 'whiteBalanceMode';
type Controls = Partial<Record<string, unknown>>;

/** How long the automatic controls get to settle on the table, milliseconds. */
const settleMs = 1500;

/** For each control: the ways to hold it, the best first, and the values that a manual one is held at. */
const controls: readonly { mode: Mode; ways: readonly string[]; values: readonly string[] }[] = [
  // One autofocus that then rests. Phones often don't say at which distance they have focused.
  { mode: 'focusMode', ways: ['single-shot', 'manual'], values: ['focusDistance'] },
  { mode: 'exposureMode', ways: ['manual'], values: ['exposureTime', 'iso'] },
  { mode: 'whiteBalanceMode', ways: ['manual'], values: ['colorTemperature'] },
];

/** Whether the browser holds each control still. */
export type FixedControls = Readonly<Record<Mode, boolean>>;

/**
 * Lets focus, exposure and white balance settle, then holds them, where the browser can. May be called again, to focus
 * anew: a lens that hunts for focus changes its magnification, and with it the calibration.
 */
export async function fixControls(track: MediaStreamTrack): Promise<FixedControls> {
  const offered = modesOf(track);
  const fixable = controls.filter(({ mode, ways }) => ways.some((way) => offered[mode].includes(way)));
  const automatic = fixable.filter(({ mode }) => offered[mode].includes('continuous'));
  if (automatic.length > 0) {
    await apply(track, Object.fromEntries(automatic.map(({ mode }) => [mode, 'continuous'])));
    await new Promise((done) => setTimeout(done, settleMs));
  }
  const fixed = { focusMode: false, exposureMode: false, whiteBalanceMode: false };
  // A call replaces what the one before asked for, so each repeats what is held already.
  let held: Controls = {};
  for (const { mode, ways, values } of fixable)
    for (const way of ways.filter((each) => offered[mode].includes(each))) {
      if (fixed[mode]) break;
      const tried = { ...held, [mode]: way, ...(way === 'manual' ? pick(settingsOf(track), values) : {}) };
      fixed[mode] = (await apply(track, tried)) && settingsOf(track)[mode] === way;
      if (fixed[mode]) held = tried;
    }
  return fixed;
}

/** The modes that the camera has; none where the browser can't say. */
function modesOf(track: MediaStreamTrack): Record<Mode, readonly string[]> {
  // Firefox has no `getCapabilities`.
  const all: Controls = typeof track.getCapabilities === 'function' ? { ...track.getCapabilities() } : {};
  const list = (mode: Mode) => (Array.isArray(all[mode]) ? all[mode].map(String) : []);
  return {
    focusMode: list('focusMode'),
    exposureMode: list('exposureMode'),
    whiteBalanceMode: list('whiteBalanceMode'),
  };
}

function settingsOf(track: MediaStreamTrack): Controls {
  return { ...track.getSettings() };
}

function pick(from: Controls, names: readonly string[]): Controls {
  return Object.fromEntries(
    names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]),
  );
}

/** Sets controls, as one set, because older browsers read only the first. False if the camera refused. */
async function apply(track: MediaStreamTrack, set: Controls): Promise<boolean> {
  try {
    await track.applyConstraints({ advanced: [set as MediaTrackConstraintSet] });
    return true;
  } catch {
    return false;
  }
}
