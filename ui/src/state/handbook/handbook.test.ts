// The handbook is whole: links, pictures and rules exist, and every page can be reached.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compilePage } from '../../../scripts/handbook';
import { words } from '../../words/words';
import { Handbook, pageOfTitle } from './handbook.svelte';
import { inlinesOf, type Block } from './page';
import { contentsPage, pageOrder, pages, pictureUrl } from './pages';
import { searchHandbook } from './search';

const folder = '../docs/handbook';
const books = '../rulesets/src';
/** A page must load at once, and the program stay small, bytes. */
const maxPictureBytes = 150_000;

/** The ids of all rules and gaps, from the books' data. */
function ruleIds(): Set<string> {
  const files = readdirSync(books).map((book) => `${books}/${book}/data/rules.toml`);
  const ids = files
    .filter((file) => existsSync(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^id = "([A-Z]+-[A-Z0-9-]+)"/gm)])
    .map(([, id]) => id ?? '');
  return new Set(ids);
}

function linksOf(blocks: readonly Block[]): string[] {
  return inlinesOf(blocks).flatMap((part) => (typeof part === 'object' && 'link' in part ? [part.link] : []));
}

function rulesOf(blocks: readonly Block[]): string[] {
  return inlinesOf(blocks).flatMap((part) => (typeof part === 'object' && 'rule' in part ? [part.rule] : []));
}

function picturesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.block === 'picture' ? [block.file] : []));
}

/** Does this link lead from this page to a page, and to a section that it has? */
function leadsSomewhere(from: string, link: string): boolean {
  const [page, section] = link.split('#');
  const target = pages[page || from];
  if (!target) return false;
  return (
    section === undefined || target.blocks.some((block) => block.block === 'heading' && block.id === section)
  );
}

describe('the handbook', () => {
  it('has every page in its contents, each once', () => {
    expect([...pageOrder].sort()).toEqual(Object.keys(pages).sort());
  });

  it.each(Object.keys(pages))('has no dead link, picture or rule on the page %s', (name) => {
    const blocks = pages[name]?.blocks ?? [];
    expect(linksOf(blocks).filter((link) => !leadsSomewhere(name, link))).toEqual([]);
    expect(picturesOf(blocks).filter((file) => pictureUrl(file) === undefined)).toEqual([]);
    const known = ruleIds();
    expect(known.size).toBeGreaterThan(300);
    expect(rulesOf(blocks).filter((id) => !known.has(id))).toEqual([]);
  });

  it('names rules in every page of a book, at least fifteen', () => {
    const counts = Object.keys(pages)
      .filter((name) => name.startsWith('book-'))
      .map((name) => new Set(rulesOf(pages[name]?.blocks ?? [])).size);
    expect(counts).toHaveLength(5);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(15);
  });

  it('shows pictures that the list names, and they are small', () => {
    const listed = readFileSync(`${folder}/pictures.txt`, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(/\s{2,}/)[0] ?? '');
    const shown = Object.values(pages).flatMap(({ blocks }) => picturesOf(blocks));
    expect([...new Set(shown)].sort()).toEqual(listed.map((file) => `pictures/${file}`).sort());
    for (const file of listed)
      expect(statSync(`${folder}/pictures/${file}`).size).toBeLessThan(maxPictureBytes);
  });

  it('has a page for every screen and every book', () => {
    const handbook = new Handbook();
    for (const screen of [
      ...(Object.keys(words.screens) as (keyof typeof words.screens)[]),
      'umpire',
    ] as const) {
      handbook.openFor(screen);
      expect(handbook.page).not.toBe(contentsPage);
    }
    for (const title of ['Ironclad Gunboat 1', 'Hex duel', 'Noddy', 'SP/BP', 'Mahan'])
      expect(pages[pageOfTitle(title) ?? '']).toBeDefined();
  });

  it('finds a section by its words, its title before its text', () => {
    const found = searchHandbook(pages, pageOrder, 'lens');
    expect(found[0]).toMatchObject({ page: 'camera-and-cards', section: '1-the-lens' });
    expect(searchHandbook(pages, pageOrder, 'xyzzy')).toEqual([]);
  });

  it('is made of text only: HTML on a page is an error', () => {
    expect(() => compilePage('# A page\n\n<script>alert(1)</script>\n')).toThrow(/can't show/);
    expect(() => compilePage('# A page\n\nSome <b>bold</b> text\n')).toThrow(/can't show/);
  });
});
