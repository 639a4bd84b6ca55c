/** Headers of every page for people: only the style sheet is loaded, framing is forbidden, and caches store nothing. */
import type { PageReply } from './visit.ts';

export const pageHeaders = ({ formTargets = [], keepsOpener = false }: Pick<PageReply, 'formTargets' | 'keepsOpener'> = {}): Readonly<
  Record<string, string>
> => ({
  // Browsers apply `form-action` to redirects after a form, too.
  'Content-Security-Policy': `default-src 'none'; style-src 'self'; form-action ${["'self'", ...formTargets].join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
  'Cache-Control': 'no-store',
  // With `no-referrer` browsers would send `Origin: null` in forms. Other sites get no referrer with `same-origin` either.
  'Referrer-Policy': 'same-origin',
  ...(!keepsOpener && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
});
