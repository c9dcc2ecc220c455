// A page of the handbook as the build compiles it from Markdown: nodes, never HTML.

/** Part of a line of text. */
export type Inline =
  | string
  | { strong: Inline[] }
  | { emphasis: Inline[] }
  /** A key, a command or a file name. */
  | { code: string }
  /** The id of a rule, in words that speak of it. */
  | { rule: string }
  /** A link to a page ("the-first-evening") or to one of its sections ("keys#replay"). */
  | { link: string; text: Inline[] };

/** A paragraph, heading, list, table or picture. */
export type Block =
  | { block: 'heading'; level: number; id: string; text: Inline[] }
  | { block: 'paragraph'; text: Inline[] }
  | { block: 'list'; ordered: boolean; items: Block[][] }
  | { block: 'table'; head: Inline[][]; rows: Inline[][][] }
  /** A note that is set apart. */
  | { block: 'note'; blocks: Block[] }
  /** A picture in the handbook's folder, and what it shows. */
  | { block: 'picture'; file: string; shows: string };

/** A page of the handbook. */
export interface HandbookPage {
  title: string;
  blocks: Block[];
}

/** The plain text of a line. */
export function plainText(text: readonly Inline[]): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('code' in part) return part.code;
      if ('rule' in part) return part.rule;
      if ('link' in part) return plainText(part.text);
      return plainText('strong' in part ? part.strong : part.emphasis);
    })
    .join('');
}

/** The plain text of blocks, a line for each paragraph, list item or row. */
export function linesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.block) {
      case 'heading':
      case 'paragraph':
        return [plainText(block.text)];
      case 'list':
        return block.items.flatMap(linesOf);
      case 'table':
        return [block.head, ...block.rows].map((row) => row.map(plainText).join(' · '));
      case 'note':
        return linesOf(block.blocks);
      case 'picture':
        return [block.shows];
    }
  });
}

/** All lines of text, of paragraphs, lists, tables and notes. */
export function inlinesOf(blocks: readonly Block[]): Inline[] {
  const texts = blocks.flatMap((block): readonly Inline[] => {
    switch (block.block) {
      case 'heading':
      case 'paragraph':
        return block.text;
      case 'list':
        return block.items.flatMap(inlinesOf);
      case 'table':
        return [block.head, ...block.rows].flat(2);
      case 'note':
        return inlinesOf(block.blocks);
      case 'picture':
        return [];
    }
  });
  return texts.flatMap((part) => {
    if (typeof part === 'string' || 'code' in part || 'rule' in part) return [part];
    if ('link' in part) return [part, ...part.text];
    return 'strong' in part ? part.strong : part.emphasis;
  });
}
