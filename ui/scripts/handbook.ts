// Compiles the pages of the handbook (docs/handbook/*.md) at build time, so that the window needs neither a parser nor
// HTML from a file.

import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, HandbookPage, Inline } from '../src/state/handbook/page';

/** The id of a rule or of a gap in a book. */
const ruleId = /\b((?:GUN|CHA|NOD|SPB|MAH)-(?:AMB-)?\d+)\b/;

/** A Vite plugin: importing a page of the handbook gives a `HandbookPage`. */
export function handbook(): Plugin {
  return {
    name: 'handbook',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/docs\/handbook\/[^/]+\.md$/.test(id)) return undefined;
      return { code: `export default ${JSON.stringify(compilePage(source))};`, map: null };
    },
  };
}

/** Compiles a page. Anything but text, lists, tables, notes and pictures is an error, HTML too. */
export function compilePage(source: string): HandbookPage {
  const [first, ...others] = lexer(source).filter(({ type }) => type !== 'space');
  if (first?.type !== 'heading') throw new Error('A page of the handbook must begin with its title.');
  return { title: (first as Tokens.Heading).text, blocks: others.map(compileBlock) };
}

/** The id of a section: its title in small letters, with hyphens. */
export function sectionId(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function compileBlock(token: Token): Block {
  const found = token as Tokens.Generic & Token;
  switch (found.type) {
    case 'heading': {
      const { depth, text, tokens } = found as Tokens.Heading;
      return { block: 'heading', level: depth, id: sectionId(text), text: compileInlines(tokens) };
    }
    case 'paragraph':
    case 'text': {
      const tokens = (found as Tokens.Paragraph).tokens ?? [];
      const [only] = tokens;
      if (tokens.length === 1 && only?.type === 'image') {
        const { href, text } = only as Tokens.Image;
        return { block: 'picture', file: href, shows: text };
      }
      return { block: 'paragraph', text: compileInlines(tokens) };
    }
    case 'list': {
      const { ordered, items } = found as Tokens.List;
      return {
        block: 'list',
        ordered,
        items: items.map(({ tokens }) => tokens.filter(({ type }) => type !== 'space').map(compileBlock)),
      };
    }
    case 'table': {
      const { header, rows } = found as Tokens.Table;
      return {
        block: 'table',
        head: header.map(({ tokens }) => compileInlines(tokens)),
        rows: rows.map((row) => row.map(({ tokens }) => compileInlines(tokens))),
      };
    }
    case 'blockquote':
      return {
        block: 'note',
        blocks: (found as Tokens.Blockquote).tokens.filter(({ type }) => type !== 'space').map(compileBlock),
      };
    default:
      throw new Error(`The handbook can't show this (${found.type}): ${found.raw}`);
  }
}

function compileInlines(tokens: readonly Token[]): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case 'text':
      case 'escape':
        // Every second part is a rule's id.
        return readable((token as Tokens.Text).text)
          .split(ruleId)
          .map((part, at) => (at % 2 === 1 ? { rule: part } : part))
          .filter((part) => part !== '');
      case 'strong':
        return [{ strong: compileInlines((token as Tokens.Strong).tokens) }];
      case 'em':
        return [{ emphasis: compileInlines((token as Tokens.Em).tokens) }];
      case 'codespan':
        return [{ code: (token as Tokens.Codespan).text }];
      case 'link': {
        const { href, tokens: text } = token as Tokens.Link;
        return [{ link: href.replace(/\.md(?=#|$)/, ''), text: compileInlines(text) }];
      }
      case 'br':
        return [' '];
      default:
        throw new Error(`The handbook can't show this (${token.type}): ${token.raw}`);
    }
  });
}

/** Line breaks of the source are spaces. */
function readable(text: string): string {
  return text.replaceAll('\n', ' ');
}
