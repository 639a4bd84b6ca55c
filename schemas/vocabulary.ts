/** The closed sets: all values of fields with a fixed choice, as on the wire. Source: specification.md 2.1, 2.2, C4. */

export const categories = [
  'earnings',
  'mergers_acquisitions',
  'regulation',
  'macro_economy',
  'sector_analysis',
  'market_movers',
  'technology',
  'commodities',
  'crypto',
  'ipo',
  'geopolitics',
  'insider',
  'corporate_actions',
  'other',
] as const;
export type Category = (typeof categories)[number];

/** Categories whose articles are served without a ticker and make up the macro feed. */
export const macroCategories = ['macro_economy', 'commodities', 'geopolitics'] as const satisfies readonly Category[];
export const marketWide: ReadonlySet<Category> = new Set(macroCategories);

export const sentiments = ['positive', 'neutral', 'negative'] as const;
export type Sentiment = (typeof sentiments)[number];

/** Markets on which an article without a ticker can have an effect. */
export const markets = ['equities', 'rates', 'dollar', 'oil', 'gold', 'crypto'] as const;
export type Market = (typeof markets)[number];

export const confidences = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof confidences)[number];

export const actionabilityScores = ['high', 'medium', 'low', 'negligible'] as const;
export type ActionabilityScore = (typeof actionabilityScores)[number];

export const sourceTypes = [
  'publisher',
  'sec_form4',
  'sec_form8k',
  'sec_form6k',
  'sec_form144',
  'sec_schedule13d',
  'sec_schedule13g',
  'sec_nt10k',
  'sec_nt10q',
] as const;
export type SourceType = (typeof sourceTypes)[number];

/** The part of a form that states whether a trade was made under a 10b5-1 plan. */
export const planBases = ['checkbox', 'footnote', 'none'] as const;
export type PlanBasis = (typeof planBases)[number];
export const transactionContexts = ['open_market', 'offering', 'private_purchase', 'plan', 'unknown'] as const;
export type TransactionContext = (typeof transactionContexts)[number];
/**
 * Why a trade's price and value are stated or null. implausible: the filed price cannot be that of one share; per_receipt: it is that of a
 * depositary receipt; unpriced: the form has no price in dollars.
 */
export const valueBases = ['stated', 'implausible', 'per_receipt', 'unpriced'] as const;
export type ValueBasis = (typeof valueBases)[number];
/** Sentiment of a ticker in an article, in words that clients of other services expect. */
export const sentimentLabels = ['Bullish', 'Neutral', 'Bearish'] as const;

export const ownershipForms = ['direct', 'indirect'] as const;
export type OwnershipForm = (typeof ownershipForms)[number];

export const insiderSides = ['buy', 'sell', 'other'] as const;
export type InsiderSide = (typeof insiderSides)[number];

/** Form 4 transaction codes that become rows; SEC Form 4, General Instruction 8. */
export const openMarketCodes = ['P', 'S', 'D'] as const;
export type OpenMarketCode = (typeof openMarketCodes)[number];

export const surfacedItems = ['1.01', '1.02', '2.01', '2.02', '2.03', '3.02', '5.02', '5.07', '7.01', '8.01'] as const;

export const rawKinds = ['article', 'form4', 'filing', 'disclosure', 'refusal', 'withdrawal'] as const;
export type RawKind = (typeof rawKinds)[number];

/**
 * Reasons that ingest gives to a document that it cannot read. They are also drop reasons: every document becomes a row or a drop with one
 * reason.
 */
export const refusalReasons = [
  'malformed', // not parseable as the declared format
  'unknown_format', // parseable, but no known feed or filing
  'bad_encoding', // the bytes are not text in the declared, sniffed or default encoding
  'entity_expansion', // declares XML entities (a DOCTYPE with an internal subset)
  'too_large', // over the size limit, compressed or decompressed
  'no_identity', // an entry with neither link nor permanent id
  'bad_url', // a link that is not an absolute http(s) address, or contains a user name
  'foreign_link', // a link outside the source's authority, though the source is not an aggregator
  'unavailable', // listed, but not available after every retry
  'not_collected', // a form type that the service does not collect
  'parse_timeout', // parsing exceeded the limit of processor time for its size
  'parse_memory', // parsing exceeded the limit of memory for its size
  'parse_fault', // the parser failed, which is a bug of this service
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export const dropReasons = [
  ...refusalReasons,
  'empty_title', // an article without a headline
  'not_english', // an article in another language in Latin script
  'non_latin_script', // an article mostly in another script
  'blocked_publisher', // the link or outlet belongs to a blocked domain
  'withdrawn', // a withdrawal of an article that was not served
  'near_duplicate', // nearly the text of an earlier row, or an aggregator's entry for an article that is known
  'no_verified_ticker', // mentions no active symbol and has no market-wide category
  'below_floor', // scores below RELEVANCE_FLOOR
  'no_open_market_trade', // a Form 4 without P, S or D in its non-derivative table
  'unlisted_issuer', // a filing whose issuer maps to no active symbol
  'superseded', // a Form 4 that arrived after its 4/A with the same trade
  'amendment_without_trade', // a 4/A that changes only holdings, footnotes or other codes
  'no_surfaced_item', // an 8-K without a surfaced item
  'not_earnings', // a 6-K that is not an earnings release; the detail begins with its Form6kReason
  'invalid_filing', // readable, but its figures are contradictory or insufficient for a row
] as const;
export type DropReason = (typeof dropReasons)[number];

/** Forms that each SEC stage collects. EDGAR's filter matches prefixes of form names; ingest compares whole names. */
export const collectedForms = {
  sec_form4: ['4', '4/A'],
  sec_form8k: ['8-K', '8-K/A'],
  sec_form6k: ['6-K', '6-K/A'],
  sec_form144: ['144', '144/A'],
  sec_schedule13d: ['SCHEDULE 13D', 'SCHEDULE 13D/A'],
  sec_schedule13g: ['SCHEDULE 13G', 'SCHEDULE 13G/A'],
  sec_nt10k: ['NT 10-K', 'NT 10-K/A'],
  sec_nt10q: ['NT 10-Q', 'NT 10-Q/A'],
} as const satisfies Partial<Record<SourceType, readonly string[]>>;
export type SecSourceType = keyof typeof collectedForms;

export const disclosureSources = [
  'sec_form144',
  'sec_schedule13d',
  'sec_schedule13g',
  'sec_nt10k',
  'sec_nt10q',
] as const satisfies readonly SecSourceType[];
export type DisclosureSource = (typeof disclosureSources)[number];
export type DisclosureForm = (typeof collectedForms)[DisclosureSource][number];

/** Reasons why a purchase counts in no cluster. */
export const purchaseLabels = ['plan', 'offering', 'duplicate'] as const;

export const assetTypes = ['Stock', 'ETF', 'Crypto'] as const;
export const symbolStatuses = ['active', 'delisted'] as const;

export const planNames = ['free', 'basic', 'pro'] as const;
export type PlanName = (typeof planNames)[number];
