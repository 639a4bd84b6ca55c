/** One event of a Form 4 in, the item as served and the names in it out. */
import type { InsiderBlock, KeyEntity, NewsItem } from '#schemas/item.ts';
import type { Form4Owner, RawForm4 } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { z } from 'zod';
import type { InsiderEvent } from './events.ts';
import { companyName, isOrganization, ownerName } from './names.ts';
import { kindOf, scoreEvent, type Kind } from './score.ts';
import { roleOf, writeText } from './text.ts';
import { tickersSentiment, withPredictions } from '../outlook.ts';

const entitiesMax = 10;

function insiderBlock(raw: RawForm4, event: InsiderEvent, createdAt: string): InsiderBlock {
  const owner = raw.owners[0]!;
  return {
    side: event.side,
    transaction_code: event.code,
    shares: event.shares,
    avg_price_usd: event.averagePriceUsd,
    total_value_usd: event.totalValueUsd,
    is_10b5_1: event.is10b51 === true,
    is_10b5_1_basis: event.planEvidence,
    insider_name: owner.name,
    insider_title: owner.title,
    is_officer: owner.is_officer,
    is_director: owner.is_director,
    is_ten_percent_owner: owner.is_ten_percent_owner,
    transaction_date: event.lastDate,
    filed_at: createdAt,
    accepted_at: raw.accepted_at,
    late_filing: event.isLate,
    tranche_count: event.trancheCount,
    accession_number: raw.accession,
  };
}

const ownerEntity = (owner: Form4Owner): z.infer<typeof KeyEntity> => {
  const role = roleOf(owner);
  return {
    name: ownerName(owner.name),
    type: isOrganization(owner.name) ? 'organization' : 'person',
    description: `Reporting owner, CIK ${owner.cik}${role === '' ? '' : `, ${role}`}`,
  };
};

export const entitiesOf = (raw: RawForm4, company: string, ticker: string): z.infer<typeof KeyEntity>[] =>
  [{ name: company, type: 'company', description: `Issuer, CIK ${raw.issuer.cik}, ticker ${ticker}` }, ...raw.owners.map(ownerEntity)].slice(
    0,
    entitiesMax,
  );

const topics: Readonly<Record<Kind, string>> = {
  buy: 'insider buying',
  buyUnderPlan: 'insider buying',
  sell: 'insider selling',
  sellUnderPlan: 'insider selling',
  other: 'disposition to issuer',
};

export interface ItemParts {
  readonly raw: RawForm4;
  readonly event: InsiderEvent;
  readonly issuer: SymbolEntry;
  readonly uid: string;
  /** When the row's first filing reached the feed. */
  readonly createdAt: string;
  readonly publishedAt: string;
  /** When an amendment corrected it; `createdAt` on a row as first served. */
  readonly updatedAt: string;
}

export function itemOf({ raw, event, issuer, uid, createdAt, publishedAt, updatedAt }: ItemParts): NewsItem {
  const [score, kind] = [scoreEvent(event), kindOf(event)];
  const ticker = issuer.symbol;
  const company = nameOf(raw, issuer);
  const text = writeText({ raw, event, company, ticker, score, kind });
  const { sentiment, confidence, relevance } = score;
  const analyses = withPredictions(
    [
      {
        ticker,
        relevance_context: `Issuer of the shares in the filing (CIK ${raw.issuer.cik}).`,
        impact_analysis: { sentiment, confidence, reasoning: text.reasoning, summary: text.impact },
      },
    ],
    { relevance, category: 'insider' },
  );
  return {
    original: {
      uid,
      title: text.title,
      summary: text.summary,
      time_published: publishedAt,
      source: 'SEC Form 4',
      source_domain: 'sec.gov',
      url: raw.url,
      authors: [],
      created_at: createdAt,
      updated_at: updatedAt,
      source_type: 'sec_form4',
      ownership_form: event.ownershipForm,
      banner_image: null,
      topics: [
        { topic: 'insider trading', relevance: 1 },
        { topic: topics[kind], relevance: 1 },
      ],
      tickers_sentiment: tickersSentiment(analyses, () => '1.0'),
    },
    enrichment: {
      relevance_score: score.relevance,
      category: 'insider',
      tickers: [ticker],
      ai_trading_insights: {
        ticker_analysis: analyses,
        news_trading_value: { actionability_score: score.actionability, information_novelty: score.novelty },
      },
    },
    insider: insiderBlock(raw, event, createdAt),
    filing: null,
    search_match: null,
    story_id: null,
    sources_count: null,
    sources: null,
  };
}

/** The directory's name where the form writes in capitals only and the directory does not. */
export function nameOf(raw: RawForm4, issuer: SymbolEntry): string {
  const filed = companyName(raw.issuer.name, issuer.symbol);
  const isSameFiler = issuer.cik === raw.issuer.cik;
  return isSameFiler && !/[a-z]/.test(raw.issuer.name) && /[a-z]/.test(issuer.name) ? companyName(issuer.name, issuer.symbol) : filed || issuer.name;
}
