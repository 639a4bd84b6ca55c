/**
 * Loads a page of a search. The cursor of the first page contains the values on which the order of all pages depends: the end of the log, the
 * weights of the terms, and how far the search had to be relaxed.
 */
import { rowsBySequence, sourcesOfStories } from '#clickhouse/feed-pages.ts';
import { lastSequence } from '#clickhouse/feed-records.ts';
import {
  findRows,
  halfLifeMs,
  indexTerms,
  weighTerms,
  type IndexQuery,
  type SearchMatches,
  type FoundRow,
  type SearchOrder,
} from '#clickhouse/search/find.ts';
import type { Question } from '#clickhouse/search/question.ts';
import { isStopWord } from '#clickhouse/search/words.ts';
import type { SearchPosition } from '#schemas/cursor.ts';
import type { RenderedAnswer } from '../feed/cached-response.ts';
import { pageRow } from '../feed/page.ts';
import { rangeInArchive, horizonMs, readCursor } from '../feed/position.ts';
import type { FeedDeps, FeedRequest } from '../feed/feed-request.ts';
import { hasPhrases, withoutUnlikelyTickers, withoutPhrases, type Interpretation } from './question.ts';
import { renderSearch, type SearchPageRow } from './render-search.ts';
import type { SearchQuery } from './search-list.ts';

export interface SearchRequest extends FeedRequest {
  readonly q: string;
  readonly order: SearchOrder;
  readonly interpreted: Interpretation;
}

interface Attempt {
  readonly question: Question;
  readonly groupsMin: number;
  /** Text for the caller about what was relaxed, or null. */
  readonly note: string | null;
}

type SearchSnapshot = Pick<SearchPosition, 'seqTo' | 'atMs' | 'weights'>;

/** Returns a page. `horizon` is the start of the plan's archive in milliseconds since 1970. Throws 400 for an invalid cursor. */
export async function loadSearch(request: SearchRequest, horizon: number, deps: FeedDeps): Promise<RenderedAnswer> {
  const { cursor, interpreted, binding, pageSize } = request;
  const position = cursor === null ? null : readCursor('search', request, deps);
  const labels = interpreted.question.groups.flatMap((group) => group.labels);
  if (labels.length === 0) return noTerms(request, horizon);
  const snapshot = await snapshotOf(request, position, deps);
  const weights = new Map(indexTerms(indexQueryOf(request, snapshot)).map((term, at) => [term, snapshot.weights[at]!]));
  const attempts = attemptsOf(withoutUnlikelyTickers(interpreted, (term) => weights.get(term) ?? 1));
  const find = ({ question, groupsMin }: Attempt): Promise<SearchMatches> => {
    const indexQuery = { ...indexQueryOf(request, snapshot), question };
    const pin = { seqTo: snapshot.seqTo, groupsMin, weights: indexTerms(indexQuery).map((term) => weights.get(term) ?? 1) };
    return deps.ask((store) => findRows(store, indexQuery, pin));
  };
  let loosened = Math.min(position?.loosened ?? 0, attempts.length - 1);
  let attempt = attempts[loosened]!;
  let matches = await find(attempt);
  // A cursor determines how far the search is relaxed.
  while (position === null && matches.rows.length === 0 && loosened < attempts.length - 1) {
    loosened += 1;
    attempt = attempts[loosened]!;
    matches = await find(attempt);
  }
  const offset = position?.offset ?? 0;
  const page = matches.rows.slice(offset, offset + pageSize);
  const next = offset + pageSize < matches.rows.length ? { ...snapshot, offset: offset + pageSize, loosened } : null;
  // The horizon has moved since the first page, so rows are checked again.
  const rows = await rowsOf(page.filter(({ publishedAtMs }) => publishedAtMs >= horizon), deps); // prettier-ignore
  const storyIds = rows.map(({ row }) => row.storyId);
  const outlets = request.isCollapsed && rows.length > 0 ? await deps.ask((store) => sourcesOfStories(store, storyIds)) : null;
  const content = renderSearch({
    rows,
    outlets,
    question: attempt.question,
    scoreAt: ({ score, publishedAtMs }) => score * 2 ** ((publishedAtMs - snapshot.atMs) / halfLifeMs),
    nextCursor: next === null ? null : deps.cursors.write('search', binding, next),
    matched: matches.rows.length,
    query: describeQuery(request, attempt, matches, indexQueryOf(request, snapshot).publishedFromMs ?? horizon),
    symbolNote: request.symbolNote,
  });
  return { content, rowsCount: rows.length };
}

/** Returns the search within the plan's archive as it was at `atMs`. */
function indexQueryOf({ interpreted, filter, window, caller, order }: SearchRequest, { atMs }: Pick<SearchSnapshot, 'atMs'>): IndexQuery {
  const { publishedFromMs, publishedToMs } = rangeInArchive(window, horizonMs(caller.plan, atMs));
  return { question: interpreted.question, filter, spans: interpreted.spans, publishedFromMs, publishedToMs, order };
}

async function snapshotOf(request: SearchRequest, position: SearchPosition | null, { ask, nowMs }: FeedDeps): Promise<SearchSnapshot> {
  const atMs = position?.atMs ?? nowMs();
  const indexQuery = indexQueryOf(request, { atMs });
  // If the symbol directory has changed since the first page, the terms may differ, and their weights are computed again.
  const knownWeights = position?.weights.length === indexTerms(indexQuery).length ? position.weights : null;
  const [seqTo, weights] = await ask((store) => Promise.all([position?.seqTo ?? lastSequence(store), knownWeights ?? weighTerms(store, indexQuery)]));
  return { atMs, seqTo, weights };
}

/** Returns the forms in which a search is tried, strictest first. */
export function attemptsOf(question: Question): Attempt[] {
  const all = question.groups.length;
  const half = Math.ceil(all / 2);
  const loose = withoutPhrases(question);
  const isPhrased = hasPhrases(question);
  const phraseNote = 'No article contains the quoted phrase, so its words were searched separately.';
  const halfNote = `No article matches all ${all} terms. These match at least ${half} of them${isPhrased ? ', with quoted words searched separately' : ''}.`;
  return [
    { question, groupsMin: all, note: null },
    ...(isPhrased ? [{ question: loose, groupsMin: all, note: phraseNote }] : []),
    ...(half < all ? [{ question: loose, groupsMin: half, note: halfNote }] : []),
  ];
}

async function rowsOf(matches: readonly FoundRow[], { ask }: FeedDeps): Promise<SearchPageRow[]> {
  if (matches.length === 0) return [];
  const rows = await ask((store) => rowsBySequence(store, matches.map(({ seq }) => seq))); // prettier-ignore
  const bySeq = new Map(rows.map((row) => [row.seq, pageRow(row)]));
  return matches.flatMap((match) => {
    const row = bySeq.get(match.seq);
    return row === undefined ? [] : [{ row, match }];
  });
}

function describeQuery({ interpreted, order }: SearchRequest, attempt: Attempt, matches: SearchMatches, fromMs: number): SearchQuery {
  const { groups } = attempt.question;
  const isFound = matches.rows.length > 0;
  const areAllRequired = attempt.groupsMin === groups.length;
  const isRequired = (labels: readonly string[]): boolean => areAllRequired && labels.length === 1;
  const windowFromMs = Math.max(fromMs, matches.reachedToMs ?? fromMs);
  const notes = [
    isFound ? attempt.note : 'No article matches this search.',
    matches.reachedToMs === null ? null : 'The words are very common, so only the newest articles were searched, back to `window_from`.',
    interpreted.leftOut.length === 0 ? null : `The search has too many words. Ignored: ${interpreted.leftOut.join(', ')}.`,
  ].filter((note) => note !== null);
  return {
    mode: !isFound ? 'no_match' : attempt.note === null ? 'strict' : 'broadened',
    sort: order,
    terms: groups.flatMap(({ labels }) => labels),
    required_terms: groups.flatMap(({ labels }) => (isRequired(labels) ? labels : [])),
    optional_terms: groups.flatMap(({ labels }) => (isRequired(labels) ? [] : labels)),
    window_from: new Date(windowFromMs).toISOString(),
    note: notes.length === 0 ? null : notes.join(' '),
  };
}

function noTerms(request: SearchRequest, horizon: number): RenderedAnswer {
  const { order, symbolNote, window, interpreted } = request;
  const { question } = interpreted;
  const isCommon = request.q.toLowerCase().split(/\s+/).some(isStopWord);
  const note =
    question.excluded.length > 0
      ? 'The search only excludes words. Add a word to search for.'
      : isCommon
        ? 'The search has only common words such as "the". Add a more specific word.'
        : 'The search has no word to search for.';
  const query: SearchQuery = {
    mode: 'no_terms',
    sort: order,
    terms: [],
    required_terms: [],
    optional_terms: [],
    window_from: new Date(rangeInArchive(window, horizon).publishedFromMs ?? horizon).toISOString(),
    note,
  };
  const content = renderSearch({ rows: [], outlets: null, question, scoreAt: () => 0, nextCursor: null, matched: 0, query, symbolNote });
  return { content, rowsCount: 0 };
}
