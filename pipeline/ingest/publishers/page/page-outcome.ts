/** How the fetch of an article's page may end: with its text, or why without. A closed set: each is counted. */
export const pageOutcomes = [
  'read',
  'robots_forbidden',
  'robots_unreachable',
  /** No whole answer in the time that an entry waits. */
  'too_slow',
  /** The entry's time had passed with the pages before it. */
  'no_time',
  /** The host is left alone for now: it asked for that, failed often, or states a delay that is longer than an entry waits. */
  'host_rests',
  /** An answer that is no success. */
  'status',
  /** No answer: a name that is unknown, a connection that broke. */
  'unreachable',
  /** An address that is not public, or a redirect to where the source does not speak. */
  'forbidden_address',
  'too_many_redirects',
  'too_large',
  'not_html',
  /** Not read in the time or memory that a document has, or by a fault of the reader. */
  'unreadable',
  'no_text',
  'other_text',
] as const;
export type PageOutcome = (typeof pageOutcomes)[number];

export type Page = { readonly outcome: 'read'; readonly text: string } | { readonly outcome: Exclude<PageOutcome, 'read'> };
