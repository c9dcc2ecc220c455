import { describe, expect, it } from 'vitest';
import { sentenceOf, troubleOf } from './trouble';

describe('trouble', () => {
  it.each([
    [{ sentence: 'The camera is in use' }, 'The camera is in use'],
    ['just words', 'just words'],
  ])('is told in its own sentence', (thrown, sentence) => {
    expect(sentenceOf(thrown)).toBe(sentence);
  });

  it('of the window itself is one sentence, with what the engine said as details', () => {
    const trouble = troubleOf(new TypeError('null is not an object'));
    expect(trouble.sentence).not.toContain('null');
    expect(trouble.details).toBe('null is not an object');
  });
});
