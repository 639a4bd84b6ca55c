/** Renders a page of a search. Rows are JSON from the store, of which only the last keys are replaced. */
import type { FoundRow } from '#clickhouse/search/find.ts';
import type { Question } from '#clickhouse/search/question.ts';
import { storyKeys, type StoredItem } from '#schemas/item.ts';
import { storyText, type PageRow, type OutletsByStory } from '../feed/page.ts';
import { createContent, type Content } from '../reply/content.ts';
import { excerptOf } from './excerpt.ts';
import type { SearchMatch, SearchQuery } from './search-list.ts';

export interface SearchPageRow {
  readonly row: PageRow;
  readonly match: FoundRow;
}

interface SearchPage {
  readonly rows: readonly SearchPageRow[];
  /** Outlets of the rows' stories; null without `collapse=story`. */
  readonly outlets: OutletsByStory | null;
  readonly question: Question;
  readonly scoreAt: (match: FoundRow) => number;
  readonly nextCursor: string | null;
  readonly matched: number;
  readonly query: SearchQuery;
  readonly symbolNote: string | null;
}

export function renderSearch({ rows, outlets, question, scoreAt, nextCursor, matched, query, symbolNote }: SearchPage): Content {
  const results = rows.map(({ row, match }) => renderRow(row, matchOf(row, match), outlets));
  const closing = JSON.stringify({ next_cursor: nextCursor, count: rows.length, matched, query, symbol_note: symbolNote }).slice(1);
  return createContent(`{"results":[${results.join()}],${closing}`);

  function matchOf(row: PageRow, match: FoundRow): SearchMatch {
    const { original } = JSON.parse(row.doc) as StoredItem;
    const answered = question.groups.flatMap(({ alternatives }) => alternatives.filter(match.answers));
    const terms = [...new Set(answered.flatMap(({ label, apart = [label] }) => apart))];
    return {
      score: Number(scoreAt(match).toPrecision(6)),
      terms_matched: question.groups.length === 0 ? null : terms.length,
      terms,
      context: excerptOf(original.summary, answered),
    };
  }
}

const unmatched = '"search_match":null,';

function renderRow(row: PageRow, match: SearchMatch, outlets: OutletsByStory | null): string {
  const head = row.doc.slice(0, -storyKeys.length);
  const search = `"search_match":${JSON.stringify(match)},`;
  // search_match precedes the story keys, except in rows of a later release.
  const body = head.endsWith(unmatched) ? head.slice(0, -unmatched.length) + search : withMatch(head, search);
  return body + storyText(row, outlets);
}

function withMatch(head: string, search: string): string {
  const { search_match: _, ...item } = JSON.parse(`${head}${storyKeys}`) as StoredItem;
  const { story_id: __, sources_count: ___, sources: ____, ...rest } = item;
  return `${JSON.stringify(rest).slice(0, -1)},${search}`;
}
