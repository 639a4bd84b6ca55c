/** Returns a Retry-After header in ms, from 0 to `maxMs`; null when it is neither seconds nor an HTTP date (RFC 9110, 10.2.3). */
export function parseRetryAfter(header: string | null, at: Date, maxMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,12}$/.test(text)) return Math.min(Number(text) * 1_000, maxMs);
  if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const untilMs = Date.parse(/GMT|UTC/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(untilMs) ? null : Math.min(Math.max(0, untilMs - at.getTime()), maxMs);
}
