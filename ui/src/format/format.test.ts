import { describe, expect, it } from 'vitest';
import { formatMinutes } from './dateTime';
import { fingerprintLines } from './fingerprint';
import { formatBearing, formatHeading } from './bearings';
import { describeDie, pipsOf, parseFace } from './dice';
import {
  formatLengthInput,
  formatLength,
  formatTapeInches,
  parseLength,
  formatLengthWithError,
} from './lengths';
import { formatCount, joinList } from './text';
import { describeChance, describeLuck } from './luck';
import { sideMark } from './sides';
import { ghostOf, sampleMoves, sampleNow } from '../test/sampleBattleNow';
import { sampleLive } from '../test/sampleViews';
import { tableLine } from './tablePrompt';

describe('formatTapeInches', () => {
  it.each([
    [7.4, '7 3/8 in'],
    [0, '0 in'],
    [0.03, '0 in'],
    [0.04, '1/16 in'],
    [0.5, '1/2 in'],
    [5.96, '5 15/16 in'],
    [5.98, '6 in'],
    [12, '12 in'],
    [-0.25, '-1/4 in'],
    [-0.01, '0 in'],
  ])('%f is %s', (inches, words) => {
    expect(formatTapeInches(inches)).toBe(words);
  });
});

describe('bearings', () => {
  it.each([
    [0, 'dead ahead'],
    [359.8, 'dead ahead'],
    [34.2, '34° to starboard'],
    [-34.2, '34° to port'],
    [270, '90° to port'],
    [180, 'dead astern'],
    [-180, 'dead astern'],
  ])('%f is %s', (degrees, words) => {
    expect(formatBearing(degrees)).toBe(words);
  });

  it('headings have three digits, from 000 to 359', () => {
    expect([formatHeading(4.4), formatHeading(359.7), formatHeading(-90)]).toEqual(['004°', '000°', '270°']);
  });
});

describe('parseFace', () => {
  it.each([
    ['4', 6, 4],
    ['0', 10, 10],
    ['10', 10, 10],
    ['1', 10, 1],
    // A further digit replaces the face.
    ['46', 6, 6],
    ['103', 10, 3],
    ['20', 20, 20],
  ])('%s on a D%i is %i', (text, faces, face) => {
    expect(parseFace(text, faces)).toMatchObject({ kind: 'face', face });
  });

  it.each([
    ['7', 6],
    ['0', 6],
    ['9', 8],
    ['21', 20],
  ])('rejects %s on a D%i', (text, faces) => {
    expect(parseFace(text, faces)).toEqual({ kind: 'impossible' });
  });

  it('finds no face without a digit', () => {
    expect(parseFace('x', 6)).toEqual({ kind: 'none' });
  });

  it('waits for a second digit of a large die only if one can follow', () => {
    expect(parseFace('1', 20)).toEqual({ kind: 'face', face: 1, full: false });
    expect(parseFace('3', 20)).toEqual({ kind: 'face', face: 3, full: true });
  });
});

describe('side marks', () => {
  it('differ in shape, not only in colour', () => {
    expect(sideMark('red_fleet').name).toBe('Red fleet');
    const marks = ['union', 'confederate', ''].map((side) => sideMark(side).mark);
    expect(new Set(marks).size).toBe(3);
  });
});

describe('lengths', () => {
  it('are formatted in inches with fractions, or in centimetres', () => {
    expect(formatLength(7.4, 'inches')).toBe('7 3/8 in');
    expect(formatLength(7.4, 'centimetres')).toBe('18.8 cm');
    expect(formatLengthWithError(7.4, 0.03, 'inches')).toBe('7.40 ± 0.03 in');
    expect(formatLengthWithError(7.4, 0.03, 'centimetres')).toBe('18.8 ± 0.1 cm');
  });
});

describe('sentence parts', () => {
  it('counts and lists are written in words', () => {
    expect([
      formatCount(0, 'ship', 'ships'),
      formatCount(1, 'ship', 'ships'),
      formatCount(31, 'ship', 'ships'),
    ]).toEqual(['No ships', 'One ship', '31 ships']);
    expect([joinList([]), joinList(['a']), joinList(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c']);
  });

  it('luck is described by its deviation', () => {
    expect([
      describeLuck(0.2),
      describeLuck(-0.8),
      describeLuck(1.4),
      describeLuck(-3),
      describeLuck(null),
    ]).toEqual(['as expected', 'a little unlucky', 'lucky', 'very unlucky', 'nothing was left to chance']);
    expect([describeChance(0.7), describeChance(0.05)]).toEqual([
      'more often than not',
      'about one time in 20',
    ]);
  });
});

describe('a drawn die', () => {
  it('has as many distinct pips as its face', () => {
    for (let face = 1; face <= 6; face++) {
      const pips = pipsOf(face).map(String);
      expect(new Set(pips).size).toBe(face);
      expect(pips).toHaveLength(face);
    }
  });

  it('is described with its purpose', () => {
    expect(describeDie({ faces: 10, face: 7, purpose: 'where the hits fall' })).toBe(
      '7 of a D10, for where the hits fall',
    );
  });
});

describe('parseLength', () => {
  it.each([
    ['7 3/8', 7.375],
    ['3/8', 0.375],
    ['7.4', 7.4],
    ['7,4', 7.4],
    ['.5', 0.5],
    ['-1 1/2', -1.5],
    ['12', 12],
    ['', null],
    ['7 3', null],
    ['7/0', null],
    ['seven', null],
  ])('“%s”', (text, inches) => {
    expect(parseLength(text, 'inches')).toBe(inches);
  });

  it('converts centimetres to inches', () => {
    expect(parseLength('25.4', 'centimetres')).toBeCloseTo(10);
    expect(formatLengthInput(10, 'centimetres')).toBe('25.4');
  });
});

describe('tableLine', () => {
  const step = { ask: 'end_step', sentence: 'End “Movement”.' } as const;
  const live = sampleLive();
  const camera = { ...live, source: { ...live.source, choice: { source: 'camera' as const, index: 0 } } };
  const back = ghostOf('monitor', 'return', 'USS Monitor goes back here.');

  it('names the models to move, with the verb for the source', () => {
    expect(tableLine(sampleNow(3, step, { ghosts: [back] }), live)).toEqual({
      text: 'Drag USS Monitor to her ghost; the wheel turns her',
      wanted: true,
    });
    const all = ['monitor', 'virginia', 'cairo', 'essex'].map((ship) => ghostOf(ship, 'set_out', 'Here.'));
    expect(tableLine(sampleNow(3, step, { ghosts: all }), camera).text).toBe(
      'Set four models on their ghosts',
    );
    expect(tableLine(sampleNow(3, step, { ghosts: [back] }), { ...live, calibrated: false }).text).toBe(
      'Lay USS Monitor on her ghost',
    );
  });

  it('names ships that may move and illegal moves, or says that all stay', () => {
    expect(tableLine(sampleNow(3, step, { movers: ['monitor'] }), live).text).toBe(
      'Drag USS Monitor where she goes; the wheel turns her',
    );
    expect(
      tableLine(sampleNow(3, step, { movers: ['cairo', 'essex'], proposals: sampleMoves }), live),
    ).toEqual({
      text: 'USS Essex can’t stand there: move her on, or back',
      wanted: true,
    });
    expect(tableLine(sampleNow(3, step), live)).toEqual({
      text: 'The models stay where they stand',
      wanted: false,
    });
    expect(tableLine(sampleNow(3, step, { judged: false }), live).text).toBe(
      'Wherever a model comes to rest, she stands',
    );
  });
});

describe('fingerprints', () => {
  it('stand in lines of four groups, whatever separates their pairs', () => {
    const pairs = Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, '0'));
    const lines = [
      '0001 0203 0405 0607',
      '0809 0A0B 0C0D 0E0F',
      '1011 1213 1415 1617',
      '1819 1A1B 1C1D 1E1F',
    ];
    expect(fingerprintLines(pairs.join(':'))).toEqual(lines);
    expect(fingerprintLines(pairs.join(' '))).toEqual(lines);
  });
});

describe('minutes', () => {
  it.each([
    [280, '4:40'],
    [59.6, '1:00'],
    [9, '0:09'],
    [-3, '0:00'],
  ])('%f seconds are %s', (seconds, words) => {
    expect(formatMinutes(seconds)).toBe(words);
  });
});
