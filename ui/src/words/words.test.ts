// The words of the screens are in one place: no Svelte file has words of its own.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

/** Attributes that are read or heard. */
const readAttributes = ['alt', 'aria-label', 'closing', 'label', 'legend', 'placeholder', 'text', 'title'];
/** Names of keys, and selectors of HTML elements, which look like words. */
const keyNames = ['Enter', 'Escape', 'Tab', 'Shift', 'Home', 'End', 'Space', 'Backspace'];
const selector = /^(input(:checked)?|select|textarea|button)(, |$)/;
const word = /\p{L}{2,}/u;
/** A capitalised word, or two words after one another. */
const sentence = /^[A-Z]\p{Ll}+$|\p{L}{2,},? \p{L}{2,}/u;

interface Node {
  type?: string;
  [key: string]: unknown;
}

/** The words in a node of the syntax tree and below it. */
function wordsIn(node: unknown, attribute = ''): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => wordsIn(one, attribute));
  if (typeof node !== 'object' || node === null) return [];
  const { type, ...rest } = node as Node;
  switch (type) {
    case 'Text':
      return isRead(attribute) && word.test(String(rest['data'])) ? [String(rest['data']).trim()] : [];
    case 'Attribute':
      return wordsIn(rest['value'], String(rest['name']));
    case 'Literal':
    case 'TemplateElement': {
      const text = type === 'Literal' ? rest['value'] : (rest['value'] as { cooked: string }).cooked;
      return typeof text === 'string' && sentence.test(text) && !isName(text) ? [text] : [];
    }
    case 'ImportDeclaration':
    case 'StyleSheet':
    case 'StyleDirective':
    case 'Comment':
      return [];
    default:
      return Object.entries(rest).flatMap(([key, value]) =>
        key === 'metadata' || key === 'leadingComments'
          ? []
          : wordsIn(value, type === 'Component' ? '' : attribute),
      );
  }
}

/** Text is read outside of attributes, and in some attributes. */
function isRead(attribute: string): boolean {
  return attribute === '' || readAttributes.includes(attribute);
}

function isName(text: string): boolean {
  return keyNames.includes(text) || selector.test(text);
}

function ownWords(source: string): string[] {
  const { fragment, instance, module } = parse(source, { modern: true });
  return [fragment, instance, module].flatMap((part) => wordsIn(part));
}

function svelteFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (statSync(path).isDirectory()) return svelteFiles(path);
    return path.endsWith('.svelte') ? [path] : [];
  });
}

describe('words', () => {
  it('of a component are found in text, attributes and scripts', () => {
    const source = `<script lang="ts">
      const all = ['Begin anew', 'key', \`\${3} ships\`];
    </script>
    <button class="one two" style:color="light dark({all})" aria-label="Close it" onclick={() => press('Enter')}>Go on {all}</button>
    <p>{all.length > 1 ? 'Many of them' : '±'}</p>`;
    expect(ownWords(source)).toEqual(['Close it', 'Go on', 'Many of them', 'Begin anew']);
  });

  it('are in one place: no component has its own', () => {
    const components = svelteFiles('src');
    expect(components.length).toBeGreaterThan(100);
    const found = components.flatMap((path) =>
      ownWords(readFileSync(path, 'utf8')).map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});
