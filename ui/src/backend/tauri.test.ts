import { describe, expect, it } from 'vitest';
import { unpackFrame } from './tauri';
import { sentenceOf } from './trouble';

describe('a frame message', () => {
  it('is its id, little-endian, then the JPEG', () => {
    const message = new Uint8Array([2, 1, 0, 0, 0, 0, 0, 0, 0xff, 0xd8]);
    expect(unpackFrame(message.buffer)).toEqual({ id: 258, jpeg: new Uint8Array([0xff, 0xd8]) });
  });
});

describe('trouble', () => {
  it.each([
    [{ sentence: 'The camera is in use' }, 'The camera is in use'],
    [new Error('broken'), 'broken'],
    ['just words', 'just words'],
  ])('is told in its own sentence', (thrown, sentence) => {
    expect(sentenceOf(thrown)).toBe(sentence);
  });
});
