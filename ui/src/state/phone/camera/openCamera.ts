/** Sizes that are asked for, the largest first: some phones refuse a size that they can't keep up. */
const sizesPx: readonly (readonly [width: number, height: number])[] = [
  [3840, 2160],
  [1920, 1080],
];
/** Pictures per second that are asked for. */
const frameRate = 30;

/** Opens the back camera, or the camera with this id, with the largest video mode that the browser gives. */
export async function openCamera(lensId: string | null): Promise<MediaStream> {
  let refused: unknown;
  for (const [width, height] of sizesPx) {
    try {
      return await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: {
          ...(lensId === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: lensId } }),
          width: { ideal: width },
          height: { ideal: height },
          frameRate: { ideal: frameRate },
        },
      });
    } catch (thrown) {
      refused = thrown;
      // Only a smaller size can help with these.
      const isSize =
        thrown instanceof Error && /^(Overconstrained|NotReadable|Abort)Error$/.test(thrown.name);
      if (!isSize) throw thrown;
    }
  }
  throw refused;
}

/** A camera of the phone. Its name is known once the player has allowed cameras. */
export interface Lens {
  id: string;
  name: string;
}

/** The cameras of the phone. */
export async function lenses(): Promise<Lens[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, label }) => kind === 'videoinput' && label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}
