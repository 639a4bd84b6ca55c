/** Builds the served item of a Form 4 event, and lists the names in it. */
import type { InsiderBlock, KeyEntity, StoredItem } from '#schemas/item.ts';
import type { Form4Owner, RawForm4 } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { InsiderEvent } from './events.ts';
import { contextOnWire } from './label.ts';
import { companyName, isOrganization, officeTitle, ownerName } from './names.ts';
import { kindOf, scoreVersion, type Kind, type Score } from './score.ts';
import { roleOf, type EventText } from './text.ts';
import { entitiesMax, filedItem, isWrittenBetter, type FiledItem } from '../filed-record.ts';
import { withPredictions } from '../sentiment/outlook.ts';

function insiderBlock(raw: RawForm4, event: InsiderEvent, reachedAt: string): InsiderBlock {
  const owner = raw.owners[0]!;
  return {
    side: event.side,
    transaction_code: event.code,
    shares: event.shares,
    avg_price_usd: event.averagePriceUsd,
    total_value_usd: event.totalValueUsd,
    value_basis: event.valueBasis,
    is_10b5_1: event.is10b51 === true,
    is_10b5_1_basis: event.planEvidence,
    transaction_context: contextOnWire(event.context),
    // A co-owner's filing of the same transaction never becomes a row (refine.ts, putJoint).
    is_joint_duplicate: false,
    insider_name: ownerName(owner.name),
    insider_title: officeTitle(owner.title),
    is_officer: owner.is_officer,
    is_director: owner.is_director,
    is_ten_percent_owner: owner.is_ten_percent_owner,
    transaction_date: event.lastDate,
    filed_at: reachedAt,
    accepted_at: raw.accepted_at,
    late_filing: event.isLate,
    tranche_count: event.trancheCount,
    accession_number: raw.accession,
  };
}

const ownerEntity = (owner: Form4Owner): KeyEntity => {
  const role = roleOf(owner);
  return {
    name: ownerName(owner.name),
    type: isOrganization(owner.name) ? 'organization' : 'person',
    description: `Reporting owner, CIK ${owner.cik}${role === '' ? '' : `, ${role}`}`,
  };
};

/** Returns the entities of a form: the company and its owners. */
export const entitiesOf = (raw: RawForm4, company: string, ticker: string): KeyEntity[] =>
  [{ name: company, type: 'company', description: `Issuer, CIK ${raw.issuer.cik}, ticker ${ticker}` }, ...raw.owners.map(ownerEntity)].slice(
    0,
    entitiesMax,
  );

const topics: Readonly<Record<Kind, string>> = {
  buy: 'insider buying',
  buyOffered: 'insider buying',
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
  readonly score: Score;
  readonly text: EventText;
  /** `createdAt`: when the row's first filing reached the feed; `updatedAt`: when an amendment corrected it, else the same. */
  readonly times: FiledItem['times'];
}

/** Returns the served item of an event. */
export function itemOf({ raw, event, issuer, uid, score, text, times }: ItemParts): StoredItem {
  const { sentiment, confidence, relevance } = score;
  const category = 'insider';
  const analysis = {
    ticker: issuer.symbol,
    relevance_context: `Issuer of the shares in the filing (CIK ${raw.issuer.cik}).`,
    impact_analysis: { sentiment, confidence, reasoning: text.reasoning, summary: text.impact },
  };
  return filedItem({
    scoreVersion,
    uid,
    url: raw.url,
    text,
    source: 'SEC Form 4',
    sourceType: 'sec_form4',
    ownershipForm: event.ownershipForm,
    times,
    topics: [
      { topic: 'insider trading', relevance: 1 },
      { topic: topics[kindOf(event)], relevance: 1 },
    ],
    category,
    score,
    analyses: withPredictions([analysis], { relevance, category }),
    insider: insiderBlock(raw, event, times.updatedAt),
    filing: null,
  });
}

/** Returns the directory's name where the form's is in capitals only and the directory's is not; else the filed name. */
export function nameOf(raw: RawForm4, issuer: SymbolEntry): string {
  const filed = companyName(raw.issuer.name);
  const isSameFiler = issuer.cik === raw.issuer.cik;
  return isSameFiler && isWrittenBetter(raw.issuer.name, issuer) ? companyName(issuer.name) : filed || issuer.name;
}
