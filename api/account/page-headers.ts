/** Headers of every page for people: nothing is loaded but the style sheet, nobody frames it, nobody keeps it. */

/** Browsers hold a form's redirects to `form-action` as well: where answers of a page's forms lead elsewhere, the page says so. */
const policyOf = (formTargets: readonly string[]): string =>
  `default-src 'none'; style-src 'self'; form-action ${["'self'", ...formTargets].join(' ')}; frame-ancestors 'none'; base-uri 'none'`;

interface Options {
  /** Origins and schemes to which its forms may lead, beside this site. */
  readonly formTargets?: readonly string[];
  /** Applications open the way to a connection in a window of their own, and wait there for its end. */
  readonly keepsOpener?: boolean;
}

export const pageHeaders = ({ formTargets = [], keepsOpener = false }: Options = {}): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policyOf(formTargets),
  'Cache-Control': 'no-store',
  // Not no-referrer, under which browsers send `Origin: null` with forms. Other sites learn nothing.
  'Referrer-Policy': 'same-origin',
  ...(!keepsOpener && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
});
