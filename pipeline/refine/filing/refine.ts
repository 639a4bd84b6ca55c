/** One 8-K or 6-K to what the feed log holds for it: a row, or a drop with its reason; null when the log holds it. Pure. */
import type { z } from 'zod';
import { easternInstant } from '#schemas/edgar-calendar.ts';
import type { EarningsAnalysis } from '#schemas/earnings.ts';
import type { FeedDrop, FeedRow, Instants } from '#schemas/feed-log.ts';
import { itemCategory } from '#schemas/filing.ts';
import { filingIdentity } from '#schemas/identity.ts';
import type { FilingBlock, KeyEntity, NewsItem } from '#schemas/item.ts';
import type { RawFiling } from '#schemas/raw.ts';
import type { DropReason, SourceType } from '#schemas/vocabulary.ts';
import type { RefineContext } from '../context.ts';
import type { IssuerDirectory } from '../form4/issuer.ts';
import { companyName } from '../form4/names.ts';
import { isMajor } from '#schemas/major-tickers.ts';
import { tickersSentiment, withPredictions } from '../outlook.ts';
import { listedFilers, type ListedFiler } from './issuers.ts';
import { scoreFiling, scoreVersion, type FilingScore } from './score.ts';
import { filingSentiment } from './sentiment.ts';
import { writeFilingText } from './text.ts';

export type FilingContext = Pick<RefineContext, 'refinedAt' | 'uidFor'> & {
  readonly directory: IssuerDirectory;
  readonly settings: Pick<RefineContext['settings'], 'majorTickers'>;
};

const entitiesMax = 10;
const sources: Readonly<Record<'8-K' | '6-K', { readonly label: string; readonly type: SourceType }>> = {
  '8-K': { label: 'SEC EDGAR 8-K', type: 'sec_form8k' },
  '6-K': { label: 'SEC EDGAR 6-K', type: 'sec_form6k' },
};
const formOf = ({ form }: RawFiling): '8-K' | '6-K' => (form.startsWith('6-K') ? '6-K' : '8-K');

const instantsOf = (raw: RawFiling, refinedAt: string): Instants => ({
  published_at: raw.accepted_at,
  seen_at: raw.seen_at,
  fetched_at: raw.fetched_at,
  refined_at: refinedAt,
});

/** When EDGAR accepted it; else the start of the day it gave the filing, else when it was here. */
const publishedAt = (raw: RawFiling): string =>
  raw.accepted_at ?? (raw.filed_on === null ? raw.fetched_at : easternInstant(`${raw.filed_on}T00:00:00`));

interface Dropped {
  readonly reason: DropReason;
  readonly detail: string;
}

function whyDropped(raw: RawFiling, listed: readonly ListedFiler[]): Dropped | null {
  if (formOf(raw) === '6-K' && raw.form6k !== 'earnings') return { reason: 'not_earnings', detail: `${raw.form6k ?? 'other'}: ${raw.headline}` };
  if (formOf(raw) === '8-K' && raw.primary_item === null)
    return { reason: 'no_surfaced_item', detail: raw.items.length === 0 ? 'no item' : `items ${raw.items.join(', ')}` };
  if (listed.length === 0) return { reason: 'unlisted_issuer', detail: raw.filers.map(({ name, cik }) => `${name}, CIK ${cik}`).join('; ') };
  return null;
}

function dropOf(raw: RawFiling, uid: string, { reason, detail }: Dropped, refinedAt: string): FeedDrop {
  const company = companyName(raw.filers[0]?.name ?? '');
  return {
    type: 'drop',
    v: 1,
    uid,
    identity: filingIdentity(raw.accession),
    source: raw.source,
    kind: 'filing',
    instants: instantsOf(raw, refinedAt),
    reason,
    detail: detail.slice(0, 1_000),
    url: raw.url,
    title: `Form ${raw.form}: ${raw.headline === '' ? company : `${company}, ${raw.headline}`}`.slice(0, 500),
    source_type: sources[formOf(raw)].type,
    source_domain: 'sec.gov',
    duplicate_of: null,
    story_id: null,
  };
}

/** The directory's name where the header writes in capitals only and the directory does not. */
const nameOf = ({ name, entry }: ListedFiler): string =>
  name === '' || (!/[a-z]/.test(name) && /[a-z]/.test(entry.name)) ? companyName(entry.name, entry.symbol) : companyName(name, entry.symbol);

const blockOf = (raw: RawFiling, refinedAt: string): z.infer<typeof FilingBlock> | null =>
  raw.primary_item === null
    ? null
    : {
        items: raw.items,
        primary_item: raw.primary_item,
        accession_number: raw.accession,
        filed_at: raw.accepted_at ?? refinedAt,
        event_date: raw.event_date,
        exhibit_url: raw.document?.is_exhibit === true ? raw.document.url : null,
      };

/** The read under the name and ticker that the row has. */
const analysisOf = (raw: RawFiling, uid: string, first: ListedFiler): EarningsAnalysis | null =>
  raw.earnings?.kind !== 'read'
    ? null
    : {
        ...raw.earnings.analysis,
        company: nameOf(first),
        ticker: first.entry.symbol,
        headline: raw.headline === '' ? raw.earnings.analysis.headline : raw.headline,
        source_text_url: raw.earnings.source_text === undefined ? null : `/api/news/${uid}/source-text/`,
      };

type Earnings = Pick<FeedRow, 'earnings' | 'earnings_refusal' | 'source_text'>;

function earningsOf(raw: RawFiling, analysis: EarningsAnalysis | null, first: ListedFiler, context: FilingContext): Earnings {
  if (raw.earnings === null) return {};
  if (raw.earnings.kind === 'refused') return { earnings_refusal: raw.earnings.reason };
  if (!isMajor(first.entry, context.settings.majorTickers)) return { earnings_refusal: 'not_major' };
  if (analysis === null) return {};
  const { source_text } = raw.earnings;
  return { earnings: analysis, ...(source_text !== undefined && { source_text }) };
}

function itemOf(
  raw: RawFiling,
  uid: string,
  listed: readonly ListedFiler[],
  parts: { score: FilingScore; analysis: EarningsAnalysis | null },
  refinedAt: string,
): NewsItem {
  const first = listed[0]!;
  const { score, analysis } = parts;
  const text = writeFilingText({ raw, company: nameOf(first), ticker: first.entry.symbol, analysis });
  const bearing = filingSentiment({ analysis, primaryItem: raw.primary_item, headline: raw.headline, lead: raw.lead });
  const source = sources[formOf(raw)];
  const category = raw.primary_item === null ? 'earnings' : itemCategory(raw.primary_item);
  const analyses = withPredictions(
    listed.map((filer) => ({
      ticker: filer.entry.symbol,
      relevance_context: `Registrant of the filing (CIK ${filer.cik}).`,
      impact_analysis: { sentiment: bearing.sentiment, confidence: bearing.confidence, reasoning: bearing.reasoning, summary: text.impact },
    })),
    { relevance: score.relevance, category },
  );
  return {
    original: {
      uid,
      title: text.title,
      summary: text.summary,
      time_published: publishedAt(raw),
      source: source.label,
      source_domain: 'sec.gov',
      url: raw.url,
      authors: [],
      created_at: refinedAt,
      updated_at: refinedAt,
      source_type: source.type,
      ownership_form: null,
      banner_image: null,
      topics: [
        { topic: `form ${raw.form.toLowerCase()}`, relevance: 1 },
        ...raw.items.map((item) => ({ topic: `item ${item}`, relevance: item === raw.primary_item ? 1 : 0.5 })),
      ],
      tickers_sentiment: tickersSentiment(analyses, () => '1.0'),
    },
    enrichment: {
      relevance_score: score.relevance,
      category,
      tickers: listed.map(({ entry }) => entry.symbol),
      ai_trading_insights: {
        ticker_analysis: analyses,
        news_trading_value: { actionability_score: score.actionability, information_novelty: score.novelty },
      },
    },
    insider: null,
    filing: blockOf(raw, refinedAt),
    search_match: null,
    story_id: null,
    sources_count: null,
    sources: null,
  };
}

const entitiesOf = (raw: RawFiling, listed: readonly ListedFiler[]): z.infer<typeof KeyEntity>[] => {
  const isListed = new Map(listed.map((filer) => [filer.cik, filer]));
  return raw.filers
    .map(({ cik, name }) => {
      const filer = isListed.get(cik);
      const ticker = filer === undefined ? '' : `, ticker ${filer.entry.symbol}`;
      return { name: filer === undefined ? companyName(name) : nameOf(filer), type: 'company', description: `Registrant, CIK ${cik}${ticker}` };
    })
    .filter(({ name }) => name !== '')
    .slice(0, entitiesMax);
};

export function refineFiling(raw: RawFiling, context: FilingContext): FeedRow | FeedDrop | null {
  const { refinedAt } = context;
  const identity = filingIdentity(raw.accession);
  const uid = context.uidFor(identity);
  if (uid === null) return null;
  const listed = listedFilers(raw, context.directory);
  const dropped = whyDropped(raw, listed);
  if (dropped !== null) return dropOf(raw, uid, dropped, refinedAt);
  const first = listed[0]!;
  const analysis = analysisOf(raw, uid, first);
  const score = scoreFiling({
    primaryItem: raw.primary_item,
    headline: raw.headline,
    lead: raw.lead,
    isAmendment: raw.form.endsWith('/A'),
    hasRead: analysis !== null,
  });
  return {
    type: 'row',
    v: 1,
    uid,
    identity,
    source: raw.source,
    kind: 'filing',
    instants: instantsOf(raw, refinedAt),
    item: itemOf(raw, uid, listed, { score, analysis }, refinedAt),
    key_entities: entitiesOf(raw, listed),
    story_id: uid,
    score_version: scoreVersion,
    ...(raw.is_history === true && { is_history: true as const }),
    ...earningsOf(raw, analysis, first, context),
  };
}
