import type { Picture } from './framePump';

/** A picture that can be drawn. */
export interface DecodedJpeg extends Picture {
  image: HTMLImageElement;
}

/** Pictures decoded in one document before it is replaced: a few seconds' worth. */
const picturesOfADocument = 300;

/**
 * Decodes JPEGs with image elements in a hidden document.
 *
 * WebKit keeps every URL that a document has loaded, and each picture has a new URL: the page would grow by 0.3 MB a
 * minute. So the pictures have their own document, which is replaced from time to time. (Alternatives leak more:
 * `createImageBitmap` 5 kB for each picture; data URLs fill the cache with a gigabyte.)
 */
export class JpegDecoder {
  private frame: HTMLIFrameElement | null = null;
  /** The previous document: its last picture may not be drawn yet. */
  private before: HTMLIFrameElement | null = null;
  private decoded = 0;

  constructor(private readonly page: Document) {}

  async decode(jpeg: Uint8Array): Promise<DecodedJpeg> {
    const image = this.frameOfNext().contentDocument?.createElement('img');
    if (!image) throw new Error('the document of the pictures is gone');
    const url = URL.createObjectURL(new Blob([jpeg as BlobPart], { type: 'image/jpeg' }));
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

  /** Removes the documents. Decoded pictures must not be drawn after this. */
  close(): void {
    this.frame?.remove();
    this.before?.remove();
    this.frame = this.before = null;
  }

  private frameOfNext(): HTMLIFrameElement {
    if (this.frame && this.decoded < picturesOfADocument) {
      this.decoded += 1;
      return this.frame;
    }
    this.before?.remove();
    this.before = this.frame;
    const frame = this.page.createElement('iframe');
    frame.hidden = true;
    frame.title = 'Where pictures are decoded';
    this.page.body.append(frame);
    this.frame = frame;
    this.decoded = 1;
    return frame;
  }
}
