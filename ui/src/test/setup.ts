import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/svelte';

// What is looked for is waited for as long as a busy machine may need.
configure({ asyncUtilTimeout: 10_000 });

// What jsdom has no notion of, because it lays nothing out.
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
// Nothing is painted either; whoever would draw finds no pen.
HTMLCanvasElement.prototype.getContext = () => null;
