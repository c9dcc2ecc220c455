/** JPEG quality of what is measured: finer than this changes no corner of a card. */
const fullQuality = 0.95;
const reducedQuality = 0.7;

/** Encodes the video's picture of this moment: whole, or reduced to a width in pixels. */
export type EncodeFrame = (video: HTMLVideoElement, widthPx: number | null) => Promise<Blob>;

/**
 * Encodes with canvases that are used again.
 *
 * Full pictures are taken from the same video track as reduced ones. `ImageCapture.takePhoto` would give more pixels,
 * but many phones cut a photograph otherwise than the video, or stabilise and sharpen it: one calibration would not
 * hold for both.
 */
export function frameEncoder(): EncodeFrame {
  const full = document.createElement('canvas');
  const reduced = document.createElement('canvas');
  return (video, widthPx) => {
    const canvas = widthPx === null ? full : reduced;
    const scale = widthPx === null ? 1 : Math.min(1, widthPx / video.videoWidth);
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    // Drawn before this function returns: the next picture can't come in between.
    canvas.getContext('2d', { alpha: false })?.drawImage(video, 0, 0, width, height);
    const quality = widthPx === null ? fullQuality : reducedQuality;
    return new Promise((resolve, reject) =>
      canvas.toBlob(
        (jpeg) =>
          jpeg ? resolve(jpeg) : reject(new Error(`no memory for a picture of ${width} x ${height}`)),
        'image/jpeg',
        quality,
      ),
    );
  };
}
