/**
 * RAW: what an upstream said, as its ingest stage normalised it; one message type a kind.
 * `identity` decides the message id, so publishing the same document again changes nothing.
 */
import { z } from 'zod';
import { Accession, Cik, DateOnly, Decimal, Domain, HttpUrl, Instant } from './primitives.ts';
import { refusalReasons } from './vocabulary.ts';

const envelope = {
  /** What tells this document from every other: see identity.ts. */
  identity: z.string().min(1).max(4096),
  /** Id of the configured source or stage that brought it: `cnbc`, `sec_form4`. */
  source: z.string().min(1).max(100),
  /** When a listing (feed, index) first named it. */
  seen_at: Instant,
  /** When its bytes were here. */
  fetched_at: Instant,
};

export const RawArticle = z.object({
  kind: z.literal('article'),
  ...envelope,
  /** As the publisher links it, after resolving against the feed's base. */
  url: HttpUrl,
  title: z.string().max(2_000),
  /** Lead or description, plain text. */
  summary: z.string().max(20_000),
  /** Main text where feed or page carries it; scored, never served. */
  body: z.string().max(200_000).nullable(),
  /** Outlet name as a person writes it. */
  outlet: z.string().max(300),
  /** The outlet's own domain where the entry names it and the link leads through an aggregator. */
  outlet_domain: Domain.nullish(),
  authors: z.array(z.string().max(300)).max(50),
  /** Topics or sections the publisher names. */
  topics: z.array(z.string().max(200)).max(50),
  /** BCP 47 tag that feed or entry declares, or null. */
  declared_language: z.string().max(35).nullable(),
  banner_image: HttpUrl.nullable(),
  /** Publisher time; null when absent, unreadable or no plausible date. */
  published_at: Instant.nullable(),
  updated_at: Instant.nullable(),
});
export type RawArticle = z.infer<typeof RawArticle>;

export const Form4Owner = z.object({
  cik: Cik,
  name: z.string().max(300),
  is_director: z.boolean(),
  is_officer: z.boolean(),
  is_ten_percent_owner: z.boolean(),
  is_other: z.boolean(),
  /** Officer title as filed, `See Remarks` already resolved; '' when none. */
  title: z.string().max(500),
});

export const Form4Transaction = z.object({
  security_title: z.string().max(500),
  transaction_date: DateOnly,
  code: z.string().length(1),
  acquired_disposed: z.enum(['A', 'D']),
  shares: Decimal,
  /** USD a share; null where the form gives none (a footnote only): unpriced, not zero. */
  price: Decimal.nullable(),
  ownership_form: z.enum(['direct', 'indirect']),
  nature_of_ownership: z.string().max(1_000),
  /** Holdings after the transaction, or null. */
  shares_after: Decimal.nullable(),
  footnotes: z.array(z.string().max(8_000)).max(100),
});

export const RawForm4 = z.object({
  kind: z.literal('form4'),
  ...envelope,
  form: z.enum(['4', '4/A']),
  accession: Accession,
  url: HttpUrl,
  /** When EDGAR accepted it; null where neither header nor feed says. */
  accepted_at: Instant.nullable(),
  /** The date EDGAR gave the filing; null where neither header nor index says. */
  filed_on: DateOnly.nullable(),
  period_of_report: DateOnly,
  issuer: z.object({ cik: Cik, name: z.string().max(300), symbol: z.string().max(200) }),
  owners: z.array(Form4Owner).min(1).max(100),
  /** The Rule 10b5-1(c) checkbox; null on forms older than it (before April 2023). */
  aff10b5_one: z.boolean().nullable(),
  not_subject_to_section16: z.boolean(),
  remarks: z.string().max(20_000),
  /** Rows of the non-derivative table, in order, whatever their code. */
  transactions: z.array(Form4Transaction).max(1_000),
});
export type RawForm4 = z.infer<typeof RawForm4>;
export type Form4Owner = z.infer<typeof Form4Owner>;
export type Form4Transaction = z.infer<typeof Form4Transaction>;

/** A document that could not be read at all: it has no row to become, but it is counted. */
export const RawRefusal = z.object({
  kind: z.literal('refusal'),
  ...envelope,
  url: z.string().max(4_096),
  reason: z.enum(refusalReasons),
  detail: z.string().max(1_000),
});
export type RawRefusal = z.infer<typeof RawRefusal>;

export const RawMessage = z.discriminatedUnion('kind', [RawArticle, RawForm4, RawRefusal]);
export type RawMessage = z.infer<typeof RawMessage>;
