/** Builds the served item and the key entities of a Form 4 event. */
import type { InsiderBlock, KeyEntity, StoredItem } from '#schemas/item.ts';
import type { Form4Owner, RawForm4 } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { InsiderEvent } from './events.ts';
import { contextOnWire } from './label.ts';
import { companyName, isOrganization, ownerName } from './names.ts';
import { scoreVersion, type Score } from './score.ts';
import { roleOf, type EventText } from './text.ts';
import { servedOwner } from './trade.ts';
import { entitiesMax, filedItem, isWrittenBetter, type FiledItem } from '../filed-record.ts';
import { withPredictions } from '../sentiment/outlook.ts';

function insiderBlock(raw: RawForm4, event: InsiderEvent, reachedAt: string): InsiderBlock {
  const { name, title, is_officer, is_director, is_ten_percent_owner } = servedOwner(raw.owners[0]!);
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
    // A second owner's report of the same trade never becomes a row (putJoint in refine.ts).
    is_joint_duplicate: false,
    insider_name: name,
    insider_title: title,
    is_officer,
    is_director,
    is_ten_percent_owner,
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

export const entitiesOf = (raw: RawForm4, company: string, ticker: string): KeyEntity[] =>
  [{ name: company, type: 'company', description: `Issuer, CIK ${raw.issuer.cik}, ticker ${ticker}` }, ...raw.owners.map(ownerEntity)].slice(
    0,
    entitiesMax,
  );

const topics: Readonly<Record<InsiderEvent['side'], string>> = { buy: 'insider buying', sell: 'insider selling', other: 'disposition to issuer' };

export interface ItemParts {
  readonly raw: RawForm4;
  readonly event: InsiderEvent;
  readonly issuer: SymbolEntry;
  readonly uid: string;
  readonly score: Score;
  readonly text: EventText;
  /** `createdAt` is when the first filing of the row reached the feed, `updatedAt` when its last amendment did. */
  readonly times: FiledItem['times'];
}

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
      { topic: topics[event.side], relevance: 1 },
    ],
    category,
    score,
    analyses: withPredictions([analysis], { relevance, category }),
    insider: insiderBlock(raw, event, times.updatedAt),
    filing: null,
  });
}

/** Returns the issuer's name as filed. When the filed name is in capitals only, returns the directory's spelling if that has lower case. */
export function nameOf(raw: RawForm4, issuer: SymbolEntry): string {
  const filed = companyName(raw.issuer.name);
  const isSameFiler = issuer.cik === raw.issuer.cik;
  return isSameFiler && isWrittenBetter(raw.issuer.name, issuer) ? companyName(issuer.name) : filed || issuer.name;
}
