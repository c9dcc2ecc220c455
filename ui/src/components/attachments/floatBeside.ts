import { computePosition, flip, offset, shift, type Placement, type Rect } from '@floating-ui/dom';
import type { Action } from 'svelte/action';

/** Where something floats. */
export interface Beside {
  /** What it belongs to, pixels of the positioned parent. Null: it keeps its place by style sheet. */
  target: Rect | null;
  /** The area that it may cover, pixels of the positioned parent. */
  area: Rect;
  /** The sides of the target, best first. */
  sides?: readonly [Placement, ...Placement[]];
}

/** Distance from the target, pixels. */
const gapPx = 18;

/** Places an element beside a target and inside an area of its positioned parent. */
export const floatBeside: Action<HTMLElement, Beside> = (element, beside) => {
  let generation = 0;

  async function place({ target, area, sides = ['bottom', 'top', 'right', 'left'] }: Beside): Promise<void> {
    generation += 1;
    const mine = generation;
    const parent = element.offsetParent?.getBoundingClientRect();
    if (!target || !parent) {
      for (const property of ['left', 'top', 'right', 'bottom', 'transform'])
        element.style.removeProperty(property);
      return;
    }
    const onPage = ({ x, y, width, height }: Rect) => new DOMRect(x + parent.x, y + parent.y, width, height);
    const boundary: Rect = { ...area, x: area.x + parent.x, y: area.y + parent.y };
    const { x, y } = await computePosition({ getBoundingClientRect: () => onPage(target) }, element, {
      placement: sides[0],
      middleware: [
        offset(gapPx),
        flip({ boundary, fallbackPlacements: [...sides] }),
        shift({ boundary, crossAxis: true }),
      ],
    });
    if (mine !== generation) return;
    Object.assign(element.style, {
      left: `${x}px`,
      top: `${y}px`,
      right: 'auto',
      bottom: 'auto',
      transform: 'none',
    });
  }

  void place(beside);
  return { update: (next) => void place(next) };
};
