import { inlinesOf, type HandbookPage } from './page';

const path = /([^/]+)\.md$/;

/** All pages by name ("the-first-evening"), compiled at build time. */
export const pages: Readonly<Record<string, HandbookPage>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<HandbookPage>('../../../../docs/handbook/*.md', { eager: true, import: 'default' }),
  ).map(([file, page]) => [path.exec(file)?.[1] ?? file, page]),
);

/** The page with the links to all others. */
export const contentsPage = 'index';

/** The names of the pages in the order of the contents. */
export const pageOrder: readonly string[] = [
  contentsPage,
  ...inlinesOf(pages[contentsPage]?.blocks ?? []).flatMap((part) =>
    typeof part === 'object' && 'link' in part ? [part.link] : [],
  ),
];

const pictures = import.meta.glob<string>('../../../../docs/handbook/pictures/*.{png,jpg}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The address of a picture, which a page names relative to the handbook's folder. */
export function pictureUrl(file: string): string | undefined {
  return pictures[`../../../../docs/handbook/${file}`];
}
