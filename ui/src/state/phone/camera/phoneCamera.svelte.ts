import type { PhoneCameraLink } from '../../../backend/net/phoneCamera';
import type { CameraOffer, CameraStatus, CameraWish } from '../../../backend/views';
import { readBattery } from './battery';
import { deviceId } from './deviceId';
import { frameEncoder, type EncodeFrame } from './encodeFrame';
import { fixControls } from './fixControls';
import { RateMeter, watchFrames } from './frames';
import { ScreenLock } from '../screenLock.svelte';
import { lenses, openCamera, type Lens } from './openCamera';
import { PictureSender } from './pictureSender';
import {
  isPassing,
  problemOf,
  problemOfError,
  problemOfPage,
  problemOfRefusal,
  type CameraProblem,
} from './problems';

const statusIntervalMs = 4000;
const retryMs = 3000;
/** A camera that gives no picture for so long is opened again. */
const stalledMs = 3000;
const firstPictureMs = 8000;
/** Fewer pictures than this share of what the camera promised: the phone is hot, or the room dark. */
const slowShare = 0.6;

/** In this page's session: the camera was on, and goes on after the page was loaded again. */
const wasOnKey = 'phone-camera-on';

/** Whether this page was the camera when it was loaded again. */
export function wasCamera(): boolean {
  return sessionStorage.getItem(wasOnKey) !== null;
}

/** This phone as the table's camera. It goes on by itself after interruptions, until it is stopped. */
export class PhoneCamera {
  /** Off, being opened, focusing, giving pictures, or waiting until it can be opened again. */
  stage = $state<'off' | 'opening' | 'focusing' | 'live' | 'waiting'>('off');
  problem = $state.raw<CameraProblem | null>(null);
  /** What is offered to the app. */
  offer = $state.raw<CameraOffer | null>(null);
  /** What was reported last. */
  status = $state.raw<CameraStatus | null>(null);
  isInUse = $state(false);
  sentPerSecond = $state(0);
  /** The camera gives clearly fewer pictures than it promised. */
  isSlow = $state(false);
  /** The browser keeps the screen on. */
  isKeptAwake = $state(true);
  lenses = $state.raw<readonly Lens[]>([]);
  /** The lens in use. */
  lensId = $state<string | null>(null);

  private video: HTMLVideoElement | null = null;
  private track: MediaStreamTrack | null = null;
  private sender: PictureSender | null = null;
  private frames = new RateMeter();
  private lastFrameMs = 0;
  private readonly screenLock = new ScreenLock();
  /** Ends everything that `start` began. */
  private running: AbortController | null = null;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly link: PhoneCameraLink,
    private readonly encode: EncodeFrame = frameEncoder(),
  ) {}

  /** Opens the camera into this video element, and offers it to the app. */
  async start(video: HTMLVideoElement): Promise<void> {
    if (this.running) return;
    this.problem = problemOfPage();
    if (this.problem) return;
    const running = new AbortController();
    const { signal } = running;
    this.running = running;
    this.video = video;
    sessionStorage.setItem(wasOnKey, 'yes');
    const sender = new PictureSender(this.link, (widthPx) => this.encode(video, widthPx));
    this.sender = sender;

    document.addEventListener('visibilitychange', () => this.followVisibility(), { signal });
    navigator.mediaDevices.addEventListener('devicechange', () => this.retryNow(), { signal });
    // A phone that is turned gives pictures of another size.
    video.addEventListener('resize', () => void this.sendOffer(), { signal });
    void this.followPermission(signal);
    const stops = [
      this.link.onWish((wish) => this.followWish(wish)),
      this.link.onConnected(() => void this.sendOffer(true)),
      watchFrames(video, (given) => this.onFrame(given)),
    ];
    const timer = setInterval(() => void this.reportStatus(), statusIntervalMs);
    signal.addEventListener('abort', () => {
      for (const stop of stops) stop();
      clearInterval(timer);
      clearTimeout(this.retryTimer);
      sender.stop();
    });
    // Some browsers never answer the request for the screen.
    void this.keepAwake();
    await this.open();
  }

  /** Closes the camera and withdraws its offer. */
  async stop(): Promise<void> {
    if (!this.running) return;
    this.running.abort();
    this.running = null;
    sessionStorage.removeItem(wasOnKey);
    this.closeTrack();
    this.screenLock.release();
    this.stage = 'off';
    this.problem = null;
    this.isInUse = false;
    const wasOffered = this.offer !== null;
    this.offer = null;
    // Without a connection there is nothing to withdraw it from: the app drops the offer with the phone.
    if (wasOffered) await this.link.offerCamera(null).catch(() => undefined);
  }

  /** Focuses and meters again, when the phone hangs in its place. */
  async focusAgain(): Promise<void> {
    if (this.stage !== 'live' || !this.track) return;
    await this.fixAndOffer(this.track);
  }

  /** Uses another lens of this phone. */
  async chooseLens(id: string): Promise<void> {
    this.lensId = id;
    this.closeTrack();
    await this.open();
  }

  /** Tries again now, because something has changed. */
  retryNow(): void {
    const isWaiting = this.problem !== null && (isPassing(this.problem) || this.problem.kind === 'denied');
    if (this.running && isWaiting && this.stage !== 'opening') void this.open();
  }

  private async open(): Promise<void> {
    const { running, video } = this;
    if (!running || !video || this.stage === 'opening') return;
    clearTimeout(this.retryTimer);
    this.closeTrack();
    this.stage = 'opening';
    try {
      const stream = await openCamera(this.lensId);
      const [track] = stream.getVideoTracks();
      if (running.signal.aborted || !track) {
        track?.stop();
        return;
      }
      this.track = track;
      this.lensId = track.getSettings().deviceId ?? null;
      this.followTrack(track);
      await showStream(video, stream);
      if (this.track !== track) return;
      this.problem = track.muted ? problemOf('muted') : null;
      this.lastFrameMs = performance.now();
      this.frames = new RateMeter();
      this.lenses = await lenses();
      await this.fixAndOffer(track);
    } catch (thrown) {
      if (!running.signal.aborted) this.fail(problemOfError(thrown));
    }
  }

  private async fixAndOffer(track: MediaStreamTrack): Promise<void> {
    this.stage = 'focusing';
    const fixed = await fixControls(track);
    if (this.track !== track || !this.video) return;
    this.stage = 'live';
    this.offer = {
      device: deviceId(),
      lens: track.label,
      width_px: this.video.videoWidth,
      height_px: this.video.videoHeight,
      focus_fixed: fixed.focusMode,
      exposure_fixed: fixed.exposureMode,
    };
    await this.sendOffer(true);
  }

  /** Offers the camera. Unless it is repeated, only if the size has changed. */
  private async sendOffer(isRepeated = false): Promise<void> {
    const { offer, video } = this;
    if (!offer || !video || this.stage !== 'live') return;
    const [width_px, height_px] = [video.videoWidth, video.videoHeight];
    const isSame = offer.width_px === width_px && offer.height_px === height_px;
    if (width_px === 0 || (isSame && !isRepeated)) return;
    this.offer = { ...offer, width_px, height_px };
    try {
      await this.link.offerCamera(this.offer);
      if (this.problem?.kind === 'refused' || this.problem?.kind === 'offline') this.problem = null;
    } catch (thrown) {
      // With the next connection it is offered again.
      if (this.running) this.problem = problemOfRefusal(thrown);
    }
  }

  private followWish(wish: CameraWish): void {
    this.isInUse = wish.in_use;
    this.sender?.follow(wish);
  }

  private onFrame(given: number): void {
    const nowMs = performance.now();
    this.frames.add(nowMs, given);
    this.lastFrameMs = nowMs;
    if (this.stage === 'live') this.sender?.onFrame(nowMs);
  }

  /** A call, or another program, takes the camera away or only mutes it. */
  private followTrack(track: MediaStreamTrack): void {
    const signal = this.running?.signal;
    const listen = (event: 'ended' | 'mute' | 'unmute', listener: () => void) =>
      track.addEventListener(event, () => this.track === track && listener(), signal ? { signal } : {});
    listen('ended', () => this.fail(problemOf('ended')));
    listen('mute', () => (this.problem = problemOf('muted')));
    listen('unmute', () => {
      if (this.problem?.kind === 'muted') this.problem = null;
    });
  }

  private followVisibility(): void {
    if (document.visibilityState === 'hidden') {
      this.problem ??= problemOf('hidden');
      // The last word for now: browsers stop pages that are hidden.
      void this.reportStatus();
      return;
    }
    if (this.problem?.kind === 'hidden') this.problem = null;
    this.lastFrameMs = performance.now();
    void this.keepAwake();
    if (this.track?.readyState === 'ended') void this.open();
    else void this.video?.play().catch(() => undefined);
    this.retryNow();
  }

  /** The player may allow the camera later, in the browser's settings. */
  private async followPermission(signal: AbortSignal): Promise<void> {
    try {
      const permission = await navigator.permissions.query({ name: 'camera' });
      permission.addEventListener('change', () => permission.state === 'granted' && this.retryNow(), {
        signal,
      });
    } catch {
      // This browser does not tell: there is a button.
    }
  }

  private async keepAwake(): Promise<void> {
    this.isKeptAwake = await this.screenLock.take();
  }

  private async reportStatus(): Promise<void> {
    const nowMs = performance.now();
    const isHidden = document.visibilityState === 'hidden';
    const fps = isHidden ? 0 : this.frames.perSecond(nowMs);
    const promised = this.track?.getSettings().frameRate ?? 0;
    this.isSlow = this.stage === 'live' && this.problem === null && fps < slowShare * promised;
    this.sentPerSecond = this.sender?.sentPerSecond(nowMs) ?? 0;
    if (this.stage === 'live' && this.problem === null && nowMs - this.lastFrameMs > stalledMs)
      this.fail(problemOf('stalled'));
    const battery = await readBattery();
    this.status = {
      battery: battery?.level ?? null,
      charging: battery?.charging ?? null,
      camera_fps: fps,
      dropped: this.sender?.dropped ?? 0,
    };
    // A report that is lost is followed by the next.
    if (this.offer && this.running) await this.link.reportStatus(this.status).catch(() => undefined);
  }

  /** There is no picture for now. */
  private fail(problem: CameraProblem): void {
    this.closeTrack();
    this.stage = 'waiting';
    this.problem = problem;
    clearTimeout(this.retryTimer);
    if (isPassing(problem)) this.retryTimer = setTimeout(() => this.retryNow(), retryMs);
  }

  private closeTrack(): void {
    const { track } = this;
    this.track = null;
    track?.stop();
    if (this.video) this.video.srcObject = null;
  }
}

/** Shows a stream, and waits until the size of its pictures is known. */
async function showStream(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  const sized = new Promise<void>((done, fail) => {
    video.addEventListener('loadedmetadata', () => done(), { once: true });
    setTimeout(() => fail(new Error('no first picture')), firstPictureMs);
  });
  video.srcObject = stream;
  // Rejects if the page is hidden meanwhile: it is played again when it is seen.
  void video.play().catch(() => undefined);
  await sized;
}
