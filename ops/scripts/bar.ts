/** Draws a progress bar. */
const barWidth = 40;

export function bar(done: number, total: number, what: string): string {
  const filled = total === 0 ? barWidth : Math.round((done / total) * barWidth);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${done}/${total} ${what}`;
}
