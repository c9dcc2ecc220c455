import { describe, expect, it } from 'vitest';
import { LatestRequest } from './latestRequest';

describe('LatestRequest', () => {
  it('runs one request at a time and skips outdated ones', async () => {
    const asked: number[] = [];
    const answered: number[] = [];
    const answers: (() => void)[] = [];
    const latest = new LatestRequest<number, number>(
      (question) => {
        asked.push(question);
        return new Promise((done) => answers.push(() => done(question)));
      },
      (answer) => answered.push(answer),
      () => undefined,
    );
    latest.send(1);
    latest.send(2);
    latest.send(3);
    answers.shift()?.();
    await new Promise((done) => setTimeout(done, 0));
    expect(asked).toEqual([1, 3]);
    latest.cancel();
    answers.shift()?.();
    await new Promise((done) => setTimeout(done, 0));
    expect(answered).toEqual([1]);
  });
});
