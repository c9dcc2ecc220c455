import { describe, expect, it } from 'vitest';
import { changedSentences } from './speech';

describe('what is spoken', () => {
  const first = { results: ['Monitor hits twice'], nextCommand: 'Both sides may fire' };

  it('is the result and the next command at first', () => {
    expect(changedSentences({ results: [], nextCommand: undefined }, first)).toEqual([
      'Monitor hits twice',
      'Both sides may fire',
    ]);
  });

  it.each([
    ['nothing, if nothing has changed', first, []],
    ['a new result without the command that stays', { ...first, results: ['A miss'] }, ['A miss']],
    [
      'a new command without the result that stays',
      { ...first, nextCommand: 'The Union moves' },
      ['The Union moves'],
    ],
    ['nothing when the result is cleared', { ...first, results: [] }, []],
  ])('later is %s', (_, now, said) => {
    expect(changedSentences(first, now)).toEqual(said);
  });
});
