/** Outcomes of fetching an article's page: its text, or why there is none. A closed set; each is counted. */
export const pageOutcomes = [
  'read',
  'robots_forbidden',
  'robots_unreachable',
  /** No complete answer in the time that an entry waits. */
  'too_slow',
  /** The pages of earlier entries used up the time. */
  'no_time',
  /** The host gets no request now: it sent Retry-After, failed often, or wants a delay longer than an entry waits. */
  'host_rests',
  /** An answer with an error status. */
  'status',
  /** No answer: an unknown name, a broken connection. */
  'unreachable',
  /** An address that is not public, or a redirect to where the source has no authority. */
  'forbidden_address',
  'too_many_redirects',
  'too_large',
  'not_html',
  /** Not parsed within a document's bounds of time or memory, or a defect of the reader. */
  'unreadable',
  'no_text',
  'other_text',
] as const;
export type PageOutcome = (typeof pageOutcomes)[number];

export type PageResult = { readonly outcome: 'read'; readonly text: string } | { readonly outcome: Exclude<PageOutcome, 'read'> };
