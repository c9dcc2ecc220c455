// The screen of a phone that is the camera: what it says, and that it has no serious finding of axe-core.

import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeTrack, useFakeCamera, useFakeVideo } from '../../test/phones/fakeCamera';
import { memoryCameraLink, sampleWish, type MemoryCameraLink } from '../../test/phones/memoryCameraLink';
import { user } from '../../test/user';
import PhoneCameraScreen from './PhoneCameraScreen.svelte';

beforeEach(() => useFakeVideo([1920, 1080]));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

async function open(): Promise<{ link: MemoryCameraLink; onclose: ReturnType<typeof vi.fn> }> {
  const link = memoryCameraLink();
  const onclose = vi.fn();
  render(PhoneCameraScreen, { props: { link, onclose } });
  return { link, onclose };
}

async function seriousFindings(): Promise<string[]> {
  const { violations } = await axe.run(screen.getByTestId('phone-camera'), {
    rules: { 'color-contrast': { enabled: false } },
  });
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
}

describe('the camera’s screen on a phone', () => {
  it('first says why the browser warned, with pictures of what to press', async () => {
    useFakeCamera(() => new FakeTrack());
    const { onclose } = await open();
    expect(screen.getByTestId('phone-camera')).toHaveTextContent('that is why yours has warned once');
    expect(screen.getByRole('img', { name: /Chrome’s warning/ })).toBeVisible();
    expect(screen.getByRole('img', { name: /Safari’s warning/ })).toBeVisible();
    expect(await seriousFindings()).toEqual([]);
    await user.click(screen.getByTestId('phone-camera-back'));
    expect(onclose).toHaveBeenCalledOnce();
  });

  it('then shows the camera, whether the table uses it, and what the browser can’t hold', async () => {
    useFakeCamera(() => new FakeTrack());
    const { link } = await open();
    await user.click(screen.getByTestId('phone-camera-start'));
    await waitFor(() => expect(link.offers).toHaveLength(1));
    expect(screen.getByTestId('phone-camera-state')).toHaveTextContent('nothing is sent');
    link.push(sampleWish());
    await waitFor(() =>
      expect(screen.getByTestId('phone-camera-state')).toHaveTextContent('uses this camera'),
    );
    expect(screen.getByTestId('phone-camera-facts')).toHaveTextContent('can’t hold the focus');
    expect(screen.getByTestId('phone-camera-facts')).toHaveTextContent('1920 × 1080 pixels');
    expect(await seriousFindings()).toEqual([]);
    await user.click(screen.getByTestId('phone-camera-stop'));
    expect(await screen.findByTestId('phone-camera-start')).toBeVisible();
    expect(link.offers.at(-1)).toBeNull();
  });

  it('says why there is no camera, and tries again when asked', async () => {
    let isAllowed = false;
    useFakeCamera(() => {
      if (!isAllowed) throw Object.assign(new Error('no'), { name: 'NotAllowedError' });
      return new FakeTrack();
    });
    const { link } = await open();
    await user.click(screen.getByTestId('phone-camera-start'));
    expect(await screen.findByTestId('phone-camera-problem')).toHaveTextContent('The camera is not allowed');
    isAllowed = true;
    await user.click(screen.getByTestId('phone-camera-again'));
    await waitFor(() => expect(link.offers).toHaveLength(1));
    expect(screen.queryByTestId('phone-camera-problem')).toBeNull();
  });

  it('goes on by itself when the page is loaded again, unless it was stopped', async () => {
    useFakeCamera(() => new FakeTrack());
    sessionStorage.setItem('phone-camera-on', 'yes');
    const { link } = await open();
    await waitFor(() => expect(link.offers).toHaveLength(1));
    await user.click(screen.getByTestId('phone-camera-stop'));
    cleanup();
    await open();
    expect(screen.getByTestId('phone-camera-start')).toBeVisible();
  });

  it('lets the camera go when it is left', async () => {
    const track = new FakeTrack();
    useFakeCamera(() => track);
    const link = memoryCameraLink();
    const { unmount } = render(PhoneCameraScreen, { props: { link, onclose: () => undefined } });
    await user.click(screen.getByTestId('phone-camera-start'));
    await waitFor(() => expect(link.offers).toHaveLength(1));
    unmount();
    expect(track.readyState).toBe('ended');
  });
});
