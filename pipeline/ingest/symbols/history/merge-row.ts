/**
 * Merges the row of a source into the entry of its symbol. The order of the sources does not matter, so contradicting lists do not rewrite
 * the entry every day. These sources decide, the first that has the field: cik and rank the SEC; name the SEC, an exchange, the details;
 * asset_type and exchange an exchange, the SEC, the details; other fields any source.
 */
import { holdingsOf, type Holding, type SymbolEntry } from '#schemas/symbol.ts';
import { coinsSource, secSource, sourceKind, type ListedSymbol } from '../lists/symbol-list.ts';

const defaultListedBy = ({ cik, asset_type, status }: SymbolEntry): readonly string[] =>
  status === 'delisted' ? [] : cik !== null ? [secSource] : asset_type === 'Crypto' ? [coinsSource] : [];
export const listedByOf = (entry: SymbolEntry): readonly string[] => entry.listed_by ?? defaultListedBy(entry);

const descriptionCharsMax = 1_000;

export function mergeRow(kept: SymbolEntry, row: ListedSymbol, source: string): SymbolEntry {
  const kinds = new Set(listedByOf(kept).map(sourceKind));
  const kind = sourceKind(source);
  const hasWord = {
    name: kind === 'sec' || (!kinds.has('sec') && (kind === 'exchange' || !kinds.has('exchange'))),
    market: kind === 'exchange' || (!kinds.has('exchange') && (kind === 'sec' || !kinds.has('sec'))),
  };
  const isTyped = hasWord.market && !row.isDetail && (kind === 'exchange' || row.asset_type !== 'Stock');
  const merged: SymbolEntry = {
    ...kept,
    name: hasWord.name && !row.isDetail ? row.name : kept.name,
    asset_type: isTyped ? row.asset_type : kept.asset_type,
    exchange: (hasWord.market && !row.isDetail ? row.exchange : null) ?? kept.exchange,
    sector: row.sector ?? kept.sector,
    industry: row.industry ?? kept.industry,
    country: row.country ?? kept.country,
    currency: row.isDetail ? (kept.currency ?? row.currency) : (row.currency ?? kept.currency),
    brand_aliases: row.brand_aliases.length > 0 ? row.brand_aliases : kept.brand_aliases,
    cik: row.cik ?? kept.cik,
  };
  const rank = hasMoved(kept.rank, row.rank) ? row.rank : kept.rank;
  const description = row.description?.slice(0, descriptionCharsMax) ?? kept.description;
  const website = row.website ?? kept.website;
  return {
    ...merged,
    ...(kind === 'sec' && rank !== undefined && { rank }),
    ...(typeof description === 'string' && { description }),
    ...(typeof website === 'string' && { website }),
  };
}

/** A new rank is stored only when it differs by a tenth: ranks shift a little every day, and the directory should not. */
const rankStep = 0.1;
const hasMoved = (kept: number | null | undefined, listed: number | null | undefined): boolean =>
  typeof kept !== 'number' || typeof listed !== 'number' ? kept !== listed : Math.abs(listed - kept) > Math.max(1, kept * rankStep);

/** Returns the entry with these holdings and sources, without fields that follow from others, as older releases stored it. */
export function withHistory(entry: SymbolEntry, holdings: readonly Holding[], listedBy: readonly string[]): SymbolEntry {
  const { holdings: _, listed_by: __, ...plain } = entry;
  const last = holdings.at(-1)!;
  const isActive = last.to === null;
  const dated: SymbolEntry = { ...plain, status: isActive ? 'active' : 'delisted', delisted_at: last.to, renamed_to: last.renamed_to };
  const isSole = holdings.length === 1 && JSON.stringify(holdings) === JSON.stringify(holdingsOf(dated));
  const sorted = [...new Set(listedBy)].sort();
  return {
    ...dated,
    ...(!isSole && { holdings: [...holdings] }),
    ...(sorted.join() !== defaultListedBy(dated).join() && { listed_by: sorted }),
  };
}

export const isSameEntry = (a: SymbolEntry, b: SymbolEntry): boolean =>
  (Object.keys({ ...a, ...b }) as (keyof SymbolEntry)[]).every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]));
