import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/svelte';

// A long timeout for busy machines.
configure({ asyncUtilTimeout: 10_000 });

// Functions that jsdom lacks because it has no layout.
class NoResizes {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoResizes;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.setPointerCapture ??= () => undefined;
URL.createObjectURL ??= () => 'blob:photograph';
URL.revokeObjectURL ??= () => undefined;
globalThis.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as never;
// jsdom can't draw on a canvas.
HTMLCanvasElement.prototype.getContext = () => null;
