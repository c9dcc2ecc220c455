/** Clock time of an ISO instant, 24 hours. */
export function formatClockTime(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime())
    ? iso
    : moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** Turn and clock time: "Turn 1 · 21:14". */
export function formatMoment(line: { turn: number; at: string }): string {
  return [...(line.turn > 0 ? [`Turn ${line.turn}`] : []), formatClockTime(line.at)].join(' · ');
}

/** Date and clock time of an ISO instant. */
export function formatDateTime(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime())
    ? iso
    : moment.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
}

/** A day of the campaign's own calendar, "1862-03-09", in words. */
export function formatCalendarDay(date: string): string {
  const day = new Date(`${date}T12:00:00`);
  return Number.isNaN(day.getTime()) ? date : day.toLocaleDateString([], { dateStyle: 'long' });
}

/** "2:05": minutes and seconds. */
export function formatMinutes(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
