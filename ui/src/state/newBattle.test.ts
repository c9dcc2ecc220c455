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

it('gives ships to players by name; the first of a side has what nobody else was given', () => {
  const choice = new NewBattle();
  choice.addPlayer('union');
  choice.addPlayer('union');
  choice.addPlayer('confederate');
  const [ann, ben, cleo] = choice.players;
  if (!ann || !ben || !cleo) throw new Error('no players');
  choice.renamePlayer(ann.id, 'Ann ');
  choice.renamePlayer(ben.id, 'Ben');
  choice.give('essex', ben.id);
  expect(choice.ownerOf('essex', 'union')).toBe(ben.id);
  expect(choice.ownerOf('cairo', 'union')).toBe(ann.id);
  // Cleo has no name yet: her side is one player without one.
  expect(choice.told().players).toEqual([
    { name: 'Ann', side: 'union', ships: [] },
    { name: 'Ben', side: 'union', ships: ['essex'] },
  ]);
  choice.removePlayer(ben.id);
  expect(choice.ownerOf('essex', 'union')).toBe(ann.id);
  choice.renamePlayer(cleo.id, 'Cleo');
  choice.commanded = 'confederate';
  expect(choice.told().players).toEqual([{ name: 'Ann', side: 'union', ships: [] }]);
});
