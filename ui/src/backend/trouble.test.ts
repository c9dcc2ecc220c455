import { describe, expect, it } from 'vitest';
import { sentenceOf } from './trouble';

describe('trouble', () => {
  it.each([
    [{ sentence: 'The camera is in use' }, 'The camera is in use'],
    [new Error('broken'), 'broken'],
    ['just words', 'just words'],
  ])('is told in its own sentence', (thrown, sentence) => {
    expect(sentenceOf(thrown)).toBe(sentence);
  });
});
