/**
 * The list of active symbols and the search over it. They are rendered again after a change of the directory, but at most once a second,
 * because loading a list changes the directory thousands of times.
 */
import { LRUCache } from 'lru-cache';
import { entryAt, type SymbolEntry } from '#schemas/symbol.ts';
import type { RenderedAnswer } from '../feed/cached-response.ts';
import { createContent, type Content } from '../reply/content.ts';
import { byStanding, type SymbolDirectory } from './directory.ts';
import { createSearch, type Search } from './search.ts';
import { listedSymbol } from './symbol-entry.ts';

export interface SymbolPages {
  /** Returns the pages as they were at `ms`, in milliseconds since the epoch. */
  readonly at: (ms: number) => SymbolPages;
  readonly all: () => RenderedAnswer;
  /** Returns a part of the list, which is alphabetical if `search` is null, or of its matches, best first. */
  readonly slice: (part: { readonly search: string | null; readonly offset: number; readonly limit: number | null }) => RenderedAnswer;
  /** Returns at most `most` active companies of the same industry, or of the sector if the industry is small or unknown, largest first. */
  readonly peersOf: (entry: SymbolEntry, most: number) => PeerGroup;
}

interface PeerGroup {
  readonly group: string;
  readonly kind: 'industry' | 'sector' | '';
  readonly companies: readonly SymbolEntry[];
}

/** Minimum number of other companies in an industry; with fewer, the sector is the group. */
const industryPeersMin = 3;

interface Rendered {
  readonly generation: number;
  readonly entries: readonly SymbolEntry[];
  readonly rows: readonly string[];
  readonly search: Search;
  whole: Content | null;
}

const staleMs = 1_000;
/** Maximum number of `as_of` moments whose pages are cached; each takes some megabytes. */
const momentsMax = 4;

export function createSymbolPages(directory: Pick<SymbolDirectory, 'entries' | 'generation' | 'find'>, steadyMs: () => number): SymbolPages {
  const byMoment = new LRUCache<number, SymbolPages>({ max: momentsMax });
  let made: Rendered | null = null;
  let madeAtMs = Number.NEGATIVE_INFINITY;

  const render = (): Rendered => {
    const generation = directory.generation();
    if (made !== null && (made.generation === generation || steadyMs() - madeAtMs < staleMs)) return made;
    const entries = [...directory.entries()].filter(({ status }) => status === 'active').sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
    made = {
      generation,
      entries,
      rows: entries.map((entry) => JSON.stringify(listedSymbol(entry))),
      search: createSearch(entries, directory),
      whole: null,
    };
    madeAtMs = steadyMs();
    return made;
  };

  const pagesAt = (ms: number): SymbolPages => {
    const entries = (): SymbolEntry[] => [...directory.entries()].flatMap((entry) => entryAt(entry, ms) ?? []);
    const then = { entries, generation: directory.generation, find: (text: string) => directory.find(text, ms) };
    const pages = byMoment.get(ms) ?? createSymbolPages(then, steadyMs);
    byMoment.set(ms, pages);
    return pages;
  };

  return {
    at: pagesAt,
    all: () => {
      const rendered = render();
      rendered.whole ??= contentOf(rendered.rows, rendered.rows.length);
      return { content: rendered.whole, rowsCount: rendered.rows.length };
    },
    slice: ({ search, offset, limit }) => {
      const { rows, search: find } = render();
      const places = search === null ? null : find(search);
      const count = places?.length ?? rows.length;
      const end = limit === null ? count : offset + limit;
      const shown = places === null ? rows.slice(offset, end) : places.slice(offset, end).map((place) => rows[place]!);
      return { content: contentOf(shown, count), rowsCount: shown.length };
    },
    peersOf: ({ symbol, industry, sector, cik }, most) => {
      const others = render().entries.filter((other) => other.symbol !== symbol && (cik === null || other.cik !== cik));
      const near = (key: 'industry' | 'sector', value: string | null): SymbolEntry[] =>
        value === null ? [] : firstOfIssuers(others.filter((other) => other[key] === value).sort(byStanding)).slice(0, most);
      const ofIndustry = near('industry', industry);
      if (industry !== null && (ofIndustry.length >= industryPeersMin || sector === null))
        return { group: industry, kind: 'industry', companies: ofIndustry };
      return sector === null ? { group: '', kind: '', companies: [] } : { group: sector, kind: 'sector', companies: near('sector', sector) };
    },
  };
}

/** Returns the first ticker of each issuer, so that a company with several share classes appears once. */
function firstOfIssuers(entries: readonly SymbolEntry[]): SymbolEntry[] {
  const firsts = new Map<string, SymbolEntry>();
  for (const entry of entries) if (!firsts.has(entry.cik ?? entry.symbol)) firsts.set(entry.cik ?? entry.symbol, entry);
  return [...firsts.values()];
}

const contentOf = (rows: readonly string[], count: number): Content =>
  createContent(`{"results":[${rows.join(',')}],"count":${count},"next_cursor":null}`);
