/** Parses the Retry-After header of a response. */

/** Returns ms from 0 to `maxMs` (RFC 9110, 10.2.3: seconds, or an HTTP date); null when it is neither. */
export function parseRetryAfter(header: string | null, at: Date, maxMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,12}$/.test(text)) return Math.min(Number(text) * 1_000, maxMs);
  if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const untilMs = Date.parse(/GMT|UTC/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(untilMs) ? null : Math.min(Math.max(0, untilMs - at.getTime()), maxMs);
}
