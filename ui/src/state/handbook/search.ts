import { linesOf, plainText, type HandbookPage } from './page';

/** A place in the handbook that has all words of a search. */
export interface Found {
  page: string;
  /** The section's id; empty for the beginning of the page. */
  section: string;
  /** Title of the page and of the section. */
  title: string;
  /** The line that fits best. */
  line: string;
}

interface Section {
  page: string;
  section: string;
  title: string;
  lines: string[];
}

function sectionsOf(name: string, { title, blocks }: HandbookPage): Section[] {
  const sections: Section[] = [{ page: name, section: '', title, lines: [] }];
  for (const block of blocks) {
    if (block.block === 'heading')
      sections.push({
        page: name,
        section: block.id,
        title: `${title}: ${plainText(block.text)}`,
        lines: [],
      });
    else sections.at(-1)?.lines.push(...linesOf([block]));
  }
  return sections;
}

/** Number of words in the text. */
function countIn(text: string, words: readonly string[]): number {
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(word)).length;
}

/** The sections with all words of the query, those that have them in their title first. */
export function searchHandbook(
  pages: Readonly<Record<string, HandbookPage>>,
  order: readonly string[],
  query: string,
): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return order
    .flatMap((name) => (pages[name] ? sectionsOf(name, pages[name]) : []))
    .filter(({ title, lines }) => countIn([title, ...lines].join('\n'), words) === words.length)
    .toSorted((one, other) => countIn(other.title, words) - countIn(one.title, words))
    .map(({ lines, ...place }) => ({
      ...place,
      line: lines.toSorted((one, other) => countIn(other, words) - countIn(one, words))[0] ?? '',
    }));
}
