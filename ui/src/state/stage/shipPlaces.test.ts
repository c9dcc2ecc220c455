import { describe, expect, it } from 'vitest';
import { Viewport } from './viewport.svelte';
import { fireAsk, sampleBattle, sampleLive } from '../../test/sampleViews';
import { placesInPicture, placesOnChart } from './shipPlaces';

const battle = sampleBattle(6, fireAsk);

function viewportOf(width: number, height: number): Viewport {
  const viewport = new Viewport();
  viewport.plane = { left: 0, top: 0, width, height };
  viewport.widthPx = 1200;
  viewport.heightPx = 720;
  return viewport;
}

describe('the place of a ship on the stage', () => {
  it('is her place on the chart, north up', () => {
    const place = placesOnChart(battle, 0, viewportOf(60, 36))('monitor');
    // 20 pixels an inch; the Monitor stands at 22, 15 of 60 x 36 in, heading 60°, and is 1.75 in long.
    expect(place?.x).toBeCloseTo(440);
    expect(place?.y).toBeCloseTo(420);
    expect(place?.headingDeg).toBeCloseTo(60);
    expect(place?.lengthPx).toBeCloseTo(35);
  });

  it('turns with the view', () => {
    const place = placesOnChart(battle, 1, viewportOf(36, 60))('monitor');
    // A quarter counter-clockwise or clockwise, as the picture is turned.
    expect(Math.abs((place?.headingDeg ?? 0) - 60)).toBeCloseTo(90);
  });

  it('is where the camera sees her', () => {
    const place = placesInPicture(sampleLive(), viewportOf(1280, 768))('virginia');
    const [x, y] = sampleLive().ships.find(({ id }) => id === 'virginia')?.stack_px ?? [0, 0];
    expect(place?.x).toBeCloseTo(x * 0.9375);
    expect(place?.y).toBeCloseTo(y * 0.9375);
    expect((place?.headingDeg ?? 0) + 360).toBeCloseTo(240);
  });

  it('is unknown for what has no place', () => {
    expect(placesOnChart(battle, 0, viewportOf(60, 36))('fort sumter gun 3')).toBeNull();
    expect(placesInPicture(null, viewportOf(1280, 768))('monitor')).toBeNull();
  });
});
