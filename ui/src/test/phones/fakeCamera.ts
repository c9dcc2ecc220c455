// A phone's camera for tests: jsdom has neither tracks nor video.

import { vi } from 'vitest';

/** What a fake track can do, and how it is set. */
interface FakeControls {
  capabilities?: Record<string, unknown>;
  settings?: Record<string, unknown>;
  /** Refuses these settings, as some phones do. */
  refuses?: (set: Record<string, unknown>) => boolean;
}

/** A video track whose settings follow `applyConstraints`. */
export class FakeTrack extends EventTarget {
  readonly label = 'camera2 0, facing back';
  readyState: MediaStreamTrackState = 'live';
  muted = false;
  /** Every set of controls that was asked for. */
  readonly asked: Record<string, unknown>[] = [];
  private settings: Record<string, unknown>;

  constructor(private readonly controls: FakeControls = {}) {
    super();
    this.settings = { deviceId: 'back', frameRate: 30, ...controls.settings };
  }

  getCapabilities(): Record<string, unknown> {
    return this.controls.capabilities ?? {};
  }

  getSettings(): Record<string, unknown> {
    return this.settings;
  }

  async applyConstraints({ advanced = [] }: { advanced?: Record<string, unknown>[] }): Promise<void> {
    const set = advanced[0] ?? {};
    this.asked.push(set);
    if (this.controls.refuses?.(set)) throw new Error('OverconstrainedError');
    this.settings = { ...this.settings, ...set };
  }

  stop(): void {
    this.readyState = 'ended';
  }

  /** Another program takes the camera. */
  end(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }

  mute(isMuted: boolean): void {
    this.muted = isMuted;
    this.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'));
  }

  asTrack(): MediaStreamTrack {
    return this as unknown as MediaStreamTrack;
  }
}

/** A video element that shows streams of this size. */
export class FakeVideo extends EventTarget {
  videoWidth = 0;
  videoHeight = 0;
  private shown: unknown = null;
  private onFrame: VideoFrameRequestCallback | null = null;
  private presented = 0;

  constructor(private readonly sizePx: readonly [number, number] = [3840, 2160]) {
    super();
  }

  set srcObject(stream: unknown) {
    this.shown = stream;
    if (stream === null) return;
    [this.videoWidth, this.videoHeight] = this.sizePx;
    queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')));
  }

  get srcObject(): unknown {
    return this.shown;
  }

  async play(): Promise<void> {
    return;
  }

  requestVideoFrameCallback(onFrame: VideoFrameRequestCallback): number {
    this.onFrame = onFrame;
    return 1;
  }

  cancelVideoFrameCallback(): void {
    this.onFrame = null;
  }

  /** The camera gives a picture. */
  frame(): void {
    const metadata = { presentedFrames: ++this.presented } as VideoFrameCallbackMetadata;
    this.onFrame?.(performance.now(), metadata);
  }

  turn(): void {
    [this.videoWidth, this.videoHeight] = [this.videoHeight, this.videoWidth];
    this.dispatchEvent(new Event('resize'));
  }

  asElement(): HTMLVideoElement {
    return this as unknown as HTMLVideoElement;
  }
}

/** Gives the browser a camera. `open` is called for each `getUserMedia`. */
export function useFakeCamera(open: (asked: MediaStreamConstraints) => FakeTrack | Promise<FakeTrack>): {
  getUserMedia: ReturnType<typeof vi.fn>;
  devices: EventTarget;
} {
  const devices = new EventTarget();
  const getUserMedia = vi.fn(async (asked: MediaStreamConstraints) => {
    const track = await open(asked);
    return { getVideoTracks: () => [track], getTracks: () => [track] };
  });
  const enumerateDevices = async () => [
    { kind: 'videoinput', deviceId: 'back', label: 'camera2 0, facing back' },
  ];
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', {
    mediaDevices: Object.assign(devices, { getUserMedia, enumerateDevices }),
    wakeLock: { request: vi.fn(async () => ({ released: false, release: async () => undefined })) },
  });
  return { getUserMedia, devices };
}

/** Lets video elements show streams of this size, although jsdom plays nothing. */
export function useFakeVideo([width, height]: readonly [number, number]): void {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(height);
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
    configurable: true,
    set(this: HTMLMediaElement, stream: unknown) {
      if (stream !== null) queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')));
    },
  });
}
