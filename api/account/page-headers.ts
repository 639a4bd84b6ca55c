/** Headers of every page for people: only the style sheet is loaded, framing is forbidden, and caches store nothing. */

/** Returns the content security policy. Browsers apply `form-action` to redirects too, so a page names foreign targets of its forms. */
const policyOf = (formTargets: readonly string[]): string =>
  `default-src 'none'; style-src 'self'; form-action ${["'self'", ...formTargets].join(' ')}; frame-ancestors 'none'; base-uri 'none'`;

interface Options {
  /** Origins and schemes to which its forms may lead, in addition to this site. */
  readonly formTargets?: readonly string[];
  /** Whether the page keeps its opener: applications open the way to a connection in a window of their own and wait for its end. */
  readonly keepsOpener?: boolean;
}

export const pageHeaders = ({ formTargets = [], keepsOpener = false }: Options = {}): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policyOf(formTargets),
  'Cache-Control': 'no-store',
  // Not no-referrer, with which browsers send `Origin: null` in forms. Other sites still learn nothing.
  'Referrer-Policy': 'same-origin',
  ...(!keepsOpener && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
});
