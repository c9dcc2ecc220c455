import { describe, expect, it } from 'vitest';
import type { AskView, BattleNow } from '../../backend/views';
import { sampleNow, speedForm } from '../../test/sampleBattleNow';
import { fireAsk, rollAsk, tickAsk } from '../../test/sampleViews';
import { ownQuestion, ownShips } from './turn';

const bothFire: AskView = { ask: 'fire', sentence: 'Ships may fire.', ships: ['monitor'] };
const unionMoves: AskView = { ask: 'move', sentence: 'The Union moves.', side: 'union' };

/** Ann and Ben share the Union; Ann has the Monitor. */
function withPlayers(ask: AskView, changes: Partial<BattleNow> = {}): BattleNow {
  const others = sampleNow(3, ask)
    .battle.ships.filter(({ id, side }) => side === 'union' && id !== 'monitor')
    .map(({ id }) => id);
  return sampleNow(3, ask, {
    players: [
      { seat: 'player:Ann', name: 'Ann', side: 'union', ships: ['monitor'] },
      { seat: 'player:Ben', name: 'Ben', side: 'union', ships: others },
      { seat: 'player:Cid', name: 'Cid', side: 'confederate', ships: ['virginia'] },
    ],
    ...changes,
  });
}

/** The seats of these that are asked something. */
function asked(now: BattleNow, seats: string[]): string[] {
  return seats.filter((seat) => ownQuestion(now, seat) !== null);
}

const sides = ['union', 'confederate', 'umpire', 'everyone'];
const players = ['player:Ann', 'player:Ben', 'player:Cid'];

describe('whose turn it is', () => {
  it('is the side’s that moves, or whose ships may fire or were hit', () => {
    expect(asked(sampleNow(3, unionMoves), sides)).toEqual(['union']);
    expect(asked(sampleNow(3, bothFire), sides)).toEqual(['union']);
    const side = sampleNow(3, tickAsk).battle.ships.find(({ id }) => id === tickAsk.ship)?.side;
    expect(asked(sampleNow(3, tickAsk), sides)).toEqual([side]);
  });

  it('is the player’s whose own ships may act, not that of others on the same side', () => {
    expect(asked(withPlayers(bothFire), players)).toEqual(['player:Ann']);
    expect(asked(withPlayers(unionMoves, { movers: ['monitor'] }), players)).toEqual(['player:Ann']);
    expect(asked(withPlayers(unionMoves), players)).toEqual(['player:Ann', 'player:Ben']);
  });

  it('is that of the seat that a form is for, if the game waits for it', () => {
    const form = (changes: object): AskView => ({ ...speedForm, ask: 'form', must: true, ...changes });
    expect(asked(sampleNow(3, form({ who: 'umpire', seat: null })), sides)).toEqual(['umpire']);
    expect(asked(withPlayers(form({ who: 'union', seat: 'player:Ben' })), players)).toEqual(['player:Ben']);
    expect(asked(sampleNow(3, form({ who: 'union', seat: null, must: false })), sides)).toEqual([]);
  });

  it('is that of a side which is shown dice: it may throw them', () => {
    expect(asked(sampleNow(3, rollAsk), ['union', 'umpire', 'everyone'])).toEqual(['union']);
    const others: AskView = { ask: 'wait', sentence: 'The Confederacy throws.', who: 'confederate' };
    expect(asked(sampleNow(3, others), ['union'])).toEqual([]);
  });

  it('is nobody’s at the end of a step, which anybody may end, and after the battle', () => {
    expect(asked(sampleNow(3, { ask: 'end_step', sentence: 'The step may end.' }), sides)).toEqual([]);
    expect(asked(sampleNow(3, fireAsk, { over: true }), sides)).toEqual([]);
  });
});

it('a player’s own ships are those with that name, otherwise those of the side', () => {
  const ids = (seat: string) => ownShips(withPlayers(bothFire), seat).map(({ id }) => id);
  expect(ids('player:Ann')).toEqual(['monitor']);
  expect(ids('union')).toContain('monitor');
  expect(ids('umpire')).toEqual([]);
});
