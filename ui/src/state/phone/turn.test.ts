// Whose turn it is, and whose ships.

import { describe, expect, it } from 'vitest';
import { sampleNow, speedForm } from '../../test/sampleBattleNow';
import { fireAsk, rollAsk, tickAsk } from '../../test/sampleViews';
import { ownQuestion, ownShips } from './turn';

describe('the question of a seat', () => {
  it('is one that its own ships answer', () => {
    const fire = { ...fireAsk, ask: 'fire' as const, ships: ['monitor'] };
    expect(ownQuestion(sampleNow(3, fire), 'union')).toEqual(fire);
    expect(ownQuestion(sampleNow(3, fire), 'confederate')).toBeNull();
    expect(ownQuestion(sampleNow(3, tickAsk), 'union')).toBeNull();
    expect(ownQuestion(sampleNow(3, tickAsk), 'confederate')).toEqual(tickAsk);
  });

  it('is a form that this seat must fill in', () => {
    const form = { ask: 'form' as const, ...speedForm, must: true, who: 'union', seat: null };
    expect(ownQuestion(sampleNow(3, form), 'union')).toEqual(form);
    expect(ownQuestion(sampleNow(3, { ...form, must: false }), 'union')).toBeNull();
    expect(ownQuestion(sampleNow(3, { ...form, seat: 'player:Ann' }), 'union')).toBeNull();
    expect(ownQuestion(sampleNow(3, { ...form, seat: 'player:Ann' }), 'player:Ann')?.ask).toBe('form');
  });

  it('is that of dice: those of the other side are not shown', () => {
    expect(ownQuestion(sampleNow(3, rollAsk), 'union')).toEqual(rollAsk);
    expect(ownQuestion(sampleNow(3, rollAsk), 'umpire')).toBeNull();
  });

  it('is none for onlookers, at the end of a step, and after the battle', () => {
    expect(ownQuestion(sampleNow(3, fireAsk), 'everyone')).toBeNull();
    expect(ownQuestion(sampleNow(3, { ask: 'end_step', sentence: 'The step may end' }), 'union')).toBeNull();
    expect(ownQuestion(sampleNow(3, fireAsk, { over: true }), 'union')).toBeNull();
  });
});

describe('the ships of a seat', () => {
  it('are those of its side, or of its player', () => {
    const now = sampleNow(3, fireAsk);
    const union = ownShips(now, 'union');
    expect(union.length).toBeGreaterThan(1);
    expect(new Set(union.map(({ side }) => side))).toEqual(new Set(['union']));
    const ann = { seat: 'player:Ann', name: 'Ann', side: 'union', ships: ['cairo'] };
    expect(ownShips({ ...now, players: [ann] }, 'player:Ann').map(({ id }) => id)).toEqual(['cairo']);
    expect(ownShips(now, 'everyone')).toEqual([]);
  });
});
