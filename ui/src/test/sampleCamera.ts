// Sample sources, picture quality and lens calibration.

import type { CareView, LensWizardView, SourceRow } from '../backend/views';

export const sampleSources: SourceRow[] = [
  { choice: { source: 'demo' }, name: 'Demo table' },
  { choice: { source: 'camera', index: 0 }, name: 'HD Pro Webcam C920' },
];

export function sampleCare(): CareView {
  return {
    sharp: false,
    glare: false,
    well_lit: true,
    even: true,
    advice: [
      'The picture is blurred (edges are 6 pixels wide, 2 to 3 would be sharp): turn the lens until a card’s edge is crisp, and switch autofocus off',
    ],
  };
}

export const idleLensWizard: LensWizardView = {
  state: 'idle',
  sentence: '',
  progress: 0,
  steady: 0,
  ghost_px: [],
  ghost_lines_px: [],
  seen_px: [],
  columns: 8,
  covered: [],
  coverage: 0,
  rms_px: null,
  unsure_px: null,
  focal_percent: null,
  views: [],
  can_finish: false,
  demo_holds: false,
  trouble: null,
};

/** The wizard with four views, one of them excluded. */
export function sampleLensWizard(): LensWizardView {
  return {
    ...idleLensWizard,
    state: 'looking',
    sentence: 'Hold the board at the upper left of the picture, its right edge tipped away from the camera',
    progress: 0.5,
    ghost_px: [
      [90, 60],
      [560, 110],
      [540, 400],
      [110, 380],
    ],
    ghost_lines_px: [
      [
        [100, 180],
        [555, 210],
      ],
    ],
    seen_px: [
      [700, 300],
      [760, 310],
      [700, 360],
    ],
    covered: Array.from({ length: 48 }, (_, index) => index % 8 > 2 && index < 40),
    coverage: 0.52,
    rms_px: 0.31,
    unsure_px: 0.6,
    focal_percent: 0.4,
    can_finish: true,
    views: [
      { image: 'view 1', rms_px: 0.28, kept: true, why: '' },
      { image: 'view 2', rms_px: 0.33, kept: true, why: '' },
      {
        image: 'view 3',
        rms_px: 4.1,
        kept: false,
        why: 'it misses by 4.10 px where the others miss by 0.30 px: the board was bent, moved or partly hidden',
      },
      { image: 'view 4', rms_px: 0.3, kept: true, why: '' },
    ],
  };
}
