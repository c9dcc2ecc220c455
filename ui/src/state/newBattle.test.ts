import { expect, it } from 'vitest';
import { sampleBooks } from '../test/sampleNow';
import { NewBattle } from './newBattle.svelte';

it('tells only the options that differ from what is usual', () => {
  const choice = new NewBattle();
  choice.books = sampleBooks;
  const [book] = sampleBooks;
  const [simultaneous, tie] = book?.options ?? [];
  if (!book || !simultaneous || !tie) throw new Error('no book');
  choice.take(book, []);
  choice.set(simultaneous, false);
  choice.set(tie, 'shooter');
  choice.set(simultaneous, true);
  expect(choice.told()).toMatchObject({
    book: 'gunboat',
    scenario: null,
    options: [{ name: 'gun.tie', value: 'shooter' }],
  });
  expect(choice.told().moves).toBe('judged');
  choice.moves = 'as_seen';
  expect(choice.told().moves).toBe('as_seen');
  expect(choice.told().commanded).toEqual([]);
  choice.commanded = 'confederate';
  expect(choice.told().commanded).toEqual(['confederate']);
  choice.choose('plymouth');
  expect(choice.told().commanded).toEqual([]);
  expect(choice.told().options).toEqual([]);
});
