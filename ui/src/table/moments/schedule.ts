import type { Moment } from '../../backend/views';

/** No batch of moments lasts longer, milliseconds. */
export const longestBatchMs = 1500;

/** A moment with its place in time, milliseconds from the beginning of its batch. */
export interface ScheduledMoment {
  moment: Moment;
  startMs: number;
  lengthMs: number;
}

/** Order and length of each kind: guns first, then the fall of shot, then what it did. */
const timing: Record<Moment['moment'], { afterMs: number; lengthMs: number }> = {
  salvo: { afterMs: 0, lengthMs: 950 },
  ram: { afterMs: 0, lengthMs: 800 },
  fall_of_shot: { afterMs: 380, lengthMs: 850 },
  explosion: { afterMs: 300, lengthMs: 1150 },
  struck: { afterMs: 350, lengthMs: 1150 },
  sinking: { afterMs: 100, lengthMs: 1400 },
};
/** Time between two moments of a kind. */
const apartMs = 90;

/** When each moment of a batch is shown. Every batch ends in time, however many moments it has. */
export function scheduleOf(moments: readonly Moment[]): ScheduledMoment[] {
  const first = Math.min(...moments.map(({ moment }) => timing[moment].afterMs));
  const seen = new Map<string, number>();
  return moments.map((moment) => {
    const { afterMs, lengthMs } = timing[moment.moment];
    const before = seen.get(moment.moment) ?? 0;
    seen.set(moment.moment, before + 1);
    const startMs = Math.min(afterMs - first + before * apartMs, longestBatchMs - lengthMs);
    return { moment, startMs, lengthMs };
  });
}
