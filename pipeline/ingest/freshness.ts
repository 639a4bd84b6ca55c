/**
 * Returns how long shared caches may serve their copy of an answer (RFC 9111, 4.2); an earlier request gets the same bytes. It is `max-age`
 * less the answer's `Age`, else `Expires` less `Date`; nothing where the headers state neither, or make no sense.
 */

type Headers = Readonly<Record<string, string | undefined>>;

export function freshFor(headers: Headers): { readonly freshForMs?: number } {
  const ms = lifetimeMs(headers);
  return ms === null ? {} : { freshForMs: Math.max(0, ms - (seconds(headers['age']) ?? 0) * 1_000) };
}

function lifetimeMs(headers: Headers): number | null {
  const directives = (headers['cache-control'] ?? '')
    .slice(0, 1_000)
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim());
  if (directives.some((directive) => directive === 'no-cache' || directive === 'no-store')) return 0;
  const stated = directives.find((directive) => directive.startsWith('max-age='));
  const maxAge = seconds(stated?.slice('max-age='.length).replaceAll('"', ''));
  if (maxAge !== null) return maxAge * 1_000;
  if (headers['expires'] === undefined) return null;
  const [date, expires] = [headers['date'], headers['expires']].map((text) => Date.parse(text ?? ''));
  // A value that is not a date, above all `0`, lies in the past (RFC 9111, 5.3).
  if (Number.isNaN(expires) || !/\d{4}/.test(headers['expires'])) return 0;
  return Number.isNaN(date) ? null : Math.max(0, expires! - date!);
}

const seconds = (text: string | undefined): number | null => (text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : null);
