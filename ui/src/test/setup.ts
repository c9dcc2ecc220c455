import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/svelte';

// A long timeout for busy machines.
configure({ asyncUtilTimeout: 10_000 });

// Functions that jsdom lacks because it has no layout.
class FirstSize {
  constructor(private readonly onSize: ResizeObserverCallback) {}
  observe(element: Element): void {
    const entry = { target: element, contentRect: element.getBoundingClientRect() } as ResizeObserverEntry;
    this.onSize([entry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= FirstSize;
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
// The simulated mouse names no window in its events.
Object.defineProperty(UIEvent.prototype, 'view', { get: () => window });
// jsdom can't draw on a canvas.
HTMLCanvasElement.prototype.getContext = () => null;
