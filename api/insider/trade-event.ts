/** Converts a stored trade to an event of the insider chart: the insider block, its fills, and the uid of its article, if any. */
import { z } from 'zod';
import { InsiderTrade, type StoredTrade } from '#schemas/insider.ts';
import { InsiderBlock } from '#schemas/item.ts';
import { Uid } from '#schemas/primitives.ts';

export const TradeEvent = InsiderBlock.extend({
  side: z.enum(['buy', 'sell']).meta({ description: 'Code D counts as a sell; `transaction_code` distinguishes it' }),
  ownership_form: z.enum(['D', 'I']).meta({ description: 'Direct or indirect' }),
  security_title: z.string(),
  stake_change_pct: InsiderTrade.shape.stake_change_pct,
  tranches: InsiderTrade.shape.tranches.meta({ description: 'The fills, as filed' }),
  news_uid: Uid.nullable().meta({ description: 'null for backfilled filings, which have no article' }),
  news_title: z.string().nullable(),
  news_published: z.string().nullable(),
  has_article: z.boolean(),
}).meta({ id: 'InsiderTradeEvent' });
export type TradeEvent = z.infer<typeof TradeEvent>;

export function tradeEvent(trade: StoredTrade): TradeEvent {
  const owner = trade.owners[0]!;
  const hasArticle = trade.news_title !== null;
  return {
    side: trade.transaction_code === 'P' ? 'buy' : 'sell',
    transaction_code: trade.transaction_code,
    shares: trade.shares,
    avg_price_usd: trade.avg_price_usd,
    total_value_usd: trade.total_value_usd,
    value_basis: trade.value_basis ?? (trade.total_value_usd === null ? 'unpriced' : 'stated'),
    is_10b5_1: trade.is_10b5_1 === true,
    is_10b5_1_basis: trade.is_10b5_1_basis ?? (trade.is_10b5_1 === null ? 'none' : 'checkbox'),
    transaction_context: trade.transaction_context ?? 'unknown',
    is_joint_duplicate: trade.joint_with !== undefined,
    insider_name: owner.name,
    insider_title: owner.title,
    is_officer: owner.is_officer,
    is_director: owner.is_director,
    is_ten_percent_owner: owner.is_ten_percent_owner,
    transaction_date: trade.last_date,
    filed_at: trade.filed_at,
    accepted_at: trade.accepted_at,
    late_filing: trade.late_filing,
    tranche_count: trade.tranches.length,
    accession_number: trade.accession_number,
    ownership_form: trade.ownership_form === 'direct' ? 'D' : 'I',
    security_title: trade.security_title,
    stake_change_pct: trade.stake_change_pct,
    tranches: trade.tranches,
    news_uid: hasArticle ? trade.uid : null,
    news_title: trade.news_title,
    news_published: trade.news_published,
    has_article: hasArticle,
  };
}
