import { expect, it } from 'vitest';
import type { ScenarioView } from '../../backend/views';
import { sampleBooks } from '../../test/sampleBattleNow';
import { NewBattleDraft } from './newBattleDraft.svelte';

it('sends only options that differ from the default', () => {
  const choice = new NewBattleDraft();
  choice.books = sampleBooks;
  const [book] = sampleBooks;
  const [simultaneous, tie] = book?.options ?? [];
  if (!book || !simultaneous || !tie) throw new Error('no book');
  choice.setBook(book, [], 6);
  choice.set(simultaneous, false);
  choice.set(tie, 'shooter');
  choice.set(simultaneous, true);
  expect(choice.toBattleChoice()).toMatchObject({
    book: 'gunboat',
    scenario: null,
    options: [{ name: 'gun.tie', value: 'shooter' }],
  });
  expect(choice.toBattleChoice().moves).toBe('judged');
  choice.moves = 'as_seen';
  expect(choice.toBattleChoice().moves).toBe('as_seen');
  expect(choice.toBattleChoice().commanded).toEqual([]);
  choice.commanded = 'confederate';
  expect(choice.toBattleChoice().commanded).toEqual(['confederate']);
  choice.setScenario('plymouth');
  expect(choice.toBattleChoice().commanded).toEqual([]);
  expect(choice.toBattleChoice().options).toEqual([]);
});

it('gives unassigned ships to the first player of their side', () => {
  const choice = new NewBattleDraft();
  choice.addPlayer('union');
  choice.addPlayer('union');
  choice.addPlayer('confederate');
  const [ann, ben, cleo] = choice.players;
  if (!ann || !ben || !cleo) throw new Error('no players');
  choice.renamePlayer(ann.id, 'Ann ');
  choice.renamePlayer(ben.id, 'Ben');
  choice.assignShip('essex', ben.id);
  expect(choice.ownerOf('essex', 'union')).toBe(ben.id);
  expect(choice.ownerOf('cairo', 'union')).toBe(ann.id);
  // Cleo has no name yet: that side is one unnamed player.
  expect(choice.toBattleChoice().players).toEqual([
    { name: 'Ann', side: 'union', ships: [] },
    { name: 'Ben', side: 'union', ships: ['essex'] },
  ]);
  choice.removePlayer(ben.id);
  expect(choice.ownerOf('essex', 'union')).toBe(ann.id);
  choice.renamePlayer(cleo.id, 'Cleo');
  choice.commanded = 'confederate';
  expect(choice.toBattleChoice().players).toEqual([{ name: 'Ann', side: 'union', ships: [] }]);
});

it('starts with a scenario if the number of ships on the table does not fit the book', () => {
  const choice = new NewBattleDraft();
  const [gunboat] = sampleBooks;
  if (!gunboat) throw new Error('no book');
  const duel = { ...gunboat, id: 'hex_duel', exactly_ships: 2 };
  choice.books = [duel];
  const scenario = { id: 'duel', options: [] } as unknown as ScenarioView;
  choice.setBook(duel, [scenario], 6);
  expect(choice.scenarioId).toBe('duel');
  choice.setBook(duel, [scenario], 2);
  expect(choice.scenarioId).toBe('');
  // Two ships take part; choosing a third removes the first.
  choice.setScenario('');
  for (const ship of ['monitor', 'virginia', 'teaser']) choice.setTakesPart(ship, true, 2);
  expect(choice.toBattleChoice()).toMatchObject({ scenario: null, ships: ['virginia', 'teaser'] });
  choice.setTakesPart('teaser', false, 2);
  expect(choice.ships).toEqual(['virginia']);
});

it('sends who commands the app’s side, and a thinking commander where Mahan’s procedure does not command', () => {
  const choice = new NewBattleDraft();
  const [gunboat, noddy] = sampleBooks;
  if (!gunboat || !noddy) throw new Error('no book');
  const spBp = { ...noddy, id: 'sp_bp', any_ships: true, by_procedure: false, by_thinking: true };
  choice.books = [gunboat, spBp];
  choice.setBook(gunboat, [], 6);
  choice.rank = 'admiral';
  expect(choice.toBattleChoice().commander).toBeNull();
  choice.commanded = 'union';
  choice.character = 'gunner';
  choice.handicap = 'little';
  expect(choice.toBattleChoice().commander).toEqual({
    rank: 'admiral',
    character: 'gunner',
    handicap: 'little',
  });
  choice.rank = '';
  expect(choice.toBattleChoice().commander).toBeNull();
  choice.setBook(spBp, [], 6);
  choice.commanded = 'union';
  expect(choice.toBattleChoice().commander).toMatchObject({ rank: 'lieutenant', character: 'balanced' });
});

it('lets a commander who thinks ahead take any side of the scenario', () => {
  const choice = new NewBattleDraft();
  const [book] = sampleBooks;
  if (!book) throw new Error('no book');
  choice.books = [{ ...book, by_thinking: true }];
  const ship = (id: string, side: string) => ({ id, name: id, side }) as ScenarioView['ships'][number];
  const ships = [ship('ferdinand-max', 'austria'), ship('palestro', 'italy'), ship('kaiser', 'austria')];
  choice.setBook(book, [{ id: 'lissa', ships } as ScenarioView], 6);
  expect(choice.commandable).toEqual(['union', 'confederate']);
  choice.setScenario('lissa');
  expect(choice.commandable).toEqual(['austria', 'italy']);
  choice.books = [{ ...book, by_thinking: false }];
  expect(choice.commandable).toEqual(['union', 'confederate']);
});
