/** A bearing from the bow, starboard positive, as a lookout calls it. */
export function formatBearing(degrees: number): string {
  const turned = ((((degrees + 180) % 360) + 360) % 360) - 180;
  const off = Math.round(Math.abs(turned));
  if (off === 0) return 'dead ahead';
  if (off === 180) return 'dead astern';
  return `${off}° to ${turned > 0 ? 'starboard' : 'port'}`;
}

/** A compass heading in three figures: "064°". */
export function formatHeading(degrees: number): string {
  const whole = ((Math.round(degrees) % 360) + 360) % 360;
  return `${whole.toString().padStart(3, '0')}°`;
}
