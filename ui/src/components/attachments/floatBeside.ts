import { computePosition, offset, shift, type Placement, type Rect } from '@floating-ui/dom';
import type { Action } from 'svelte/action';

/** Where something floats. */
export interface Beside {
  /** What it belongs to, pixels of the positioned parent. Null: it keeps its place by style sheet. */
  target: Rect | null;
  /** The area that it may cover, pixels of the positioned parent. */
  area: Rect;
  /** The sides of the target, best first. */
  sides?: readonly Placement[];
  /** What it should not cover, pixels of the positioned parent. */
  avoid?: readonly Rect[];
}

/** Distance from the target, pixels. */
const gapPx = 18;

function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(width, 0) * Math.max(height, 0);
}

/** Places an element inside an area of its positioned parent, on the side of a target where it covers least. */
export const floatBeside: Action<HTMLElement, Beside> = (element, beside) => {
  let generation = 0;

  async function place({
    target,
    area,
    sides = ['bottom', 'top', 'right', 'left'],
    avoid = [],
  }: Beside): Promise<void> {
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
    const { offsetWidth: width, offsetHeight: height } = element;
    const places = await Promise.all(
      sides.map((placement) =>
        computePosition({ getBoundingClientRect: () => onPage(target) }, element, {
          placement,
          middleware: [offset(gapPx), shift({ boundary, crossAxis: true })],
        }),
      ),
    );
    if (mine !== generation) return;
    const covered = places.map(({ x, y }) =>
      [target, ...avoid].reduce((all, rect) => all + overlap({ x, y, width, height }, rect), 0),
    );
    const best = places[covered.indexOf(Math.min(...covered))];
    if (!best) return;
    const { x, y } = best;
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
