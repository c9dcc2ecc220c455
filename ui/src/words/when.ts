/** A moment's clock time, as the players' clock showed it. */
export function clockTime(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime())
    ? iso
    : moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** When a thing happened in a battle, briefly: "Turn 1 · 21:14". */
export function momentOf(line: { turn: number; at: string }): string {
  return [...(line.turn > 0 ? [`Turn ${line.turn}`] : []), clockTime(line.at)].join(' · ');
}

/** A moment's day and clock time. */
export function dayAndTime(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime())
    ? iso
    : moment.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
}
