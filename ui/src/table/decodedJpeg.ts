import type { Picture } from './framePump';

/** A picture that can be drawn. */
export interface DecodedJpeg extends Picture {
  image: HTMLImageElement;
}

/**
 * Decodes a JPEG away from the main path. By an image element: through `createImageBitmap` of a blob WebKit's processes
 * keep 5 kB of every picture, and grow by 10 MB a minute.
 */
export async function decodedJpeg(jpeg: Uint8Array): Promise<DecodedJpeg> {
  const url = URL.createObjectURL(new Blob([jpeg as BlobPart], { type: 'image/jpeg' }));
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(url);
  }
  return {
    image,
    close: () => {
      image.removeAttribute('src');
    },
  };
}
