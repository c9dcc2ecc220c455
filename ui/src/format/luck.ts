/** Describes luck by the number of standard deviations above the expected value. */
export function describeLuck(deviations: number | null): string {
  if (deviations === null) return 'nothing was left to chance';
  const far = Math.abs(deviations);
  if (far < 0.5) return 'as expected';
  const word = deviations > 0 ? 'lucky' : 'unlucky';
  return far < 1 ? `a little ${word}` : far < 2 ? word : `very ${word}`;
}

/** Describes a probability: "about one time in 17". */
export function describeChance(chance: number): string {
  if (chance >= 0.5) return 'more often than not';
  return `about one time in ${Math.round(1 / Math.max(chance, 1e-6))}`;
}

/** Where the dice came from. */
export function describeDiceSource(kind: string): string {
  return kind === 'typed' ? 'real dice' : kind === 'app' ? 'the app’s dice' : 'dice read by the camera';
}
