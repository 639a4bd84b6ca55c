/** svc_brief: news about the saved symbols in one answer, or only what is new since the previous brief. */
import { z } from 'zod';
import { requestedTickers, newsBrief, type NewsBrief } from '../../brief/brief.ts';
import { BriefEntry, entryOfRow, readsAmong } from '../../brief/entry.ts';
import { rowsOfUids } from '../../feed/stored-article.ts';
import { shorten } from '../../reply/shorten.ts';
import { ask } from '../ask.ts';
import { fenced, fencedDeep } from '../fence.ts';
import { cursorOf, leftOutNote, leftOutOf } from '../left-out.ts';
import { leftWords } from '../news-page.ts';
import { leastDetail, readOnly, sizeInput, type Detail, type ToolCall, type ToolResult, type Tool } from '../tool.ts';
import { worthiest, type Worth } from '../worth.ts';

const watchlist = 'watchlist';
/** Maximum characters, by level of detail. */
const summaryChars: readonly number[] = [400, 160, 0, 0];
const titleChars: readonly number[] = [300, 200, 120, 80];
const nameChars = 80;
/** Maximum characters of the note, and members of each list other than the rows, at the least detail. */
const [leastNoteChars, leastMembers] = [200, 3] as const;
const entryFields = Object.keys(BriefEntry.shape).filter((name) => name !== 'article_url' && name !== 'story_id');
const entries = z.array(z.looseObject({})).meta({ description: `Best first: ${entryFields.join(', ')}` });
type Brief = z.output<typeof NewsBrief>;

export const briefTool: Tool = {
  name: 'svc_brief',
  title: 'Brief on my stocks',
  description:
    'A morning in one call: news and filings about the saved symbols (or tickers), which of them had none (quiet), the next report dates, and the macro releases of the day. Call it first for "what is new with my stocks". Later calls with next_cursor return only what is new, each row once.',
  annotations: readOnly,
  tokensDefault: 10_000,
  input: z.strictObject({
    tickers: z.string().optional().meta({ description: 'Comma-separated, at most 100; default watchlist' }),
    hours: z.int().optional().meta({ description: 'Without cursor: hours back, 1-168, default 24' }),
    limit: z.int().optional().meta({ description: 'Most articles, and filings, 1-50, default 20' }),
    cursor: z.string().optional().meta({ description: 'next_cursor of the last brief on the same tickers' }),
    ...sizeInput,
  }),
  aliases: { symbol: 'tickers', ticker: 'tickers', symbols: 'tickers' },
  output: z.object({
    note: z.string().nullable(),
    window_start: z.string().optional(),
    window_end: z.string().optional(),
    heard: z.array(z.string()).optional().meta({ description: 'Tickers with news' }),
    quiet: z.array(z.string()).optional().meta({ description: 'Tickers with none' }),
    unknown_tickers: z.array(z.string()).optional(),
    stale_sources: z.array(z.string()).nullish().meta({ description: 'Sources without recent rows: quiet proves nothing; null: unknown' }),
    events: entries,
    filings: z.array(z.looseObject({})),
    upcoming_earnings: z.array(z.looseObject({})).optional(),
    calendar: z.array(z.looseObject({})).optional(),
    next_cursor: z.string().nullable(),
    has_more: z.boolean().meta({ description: 'Call again at once: rows may wait at next_cursor' }),
  }),
  run: async (call) => {
    const { tickers = watchlist, ...rest } = call.arguments;
    const leftOut = leftOutOf(call);
    if (leftOut === null) return briefFound(call, await ask<Brief>({ operation: newsBrief, call, query: { tickers, ...rest } }));
    const { listed } = requestedTickers(tickers.toUpperCase().split(','), call.caller, call.deps);
    const found = await rowsOfUids(leftOut.uids, call.deps);
    const reads = await call.deps.ask((store) => readsAmong(store, found));
    const rows = found.map((row) => entryOfRow(row, listed, reads.has(row.seq)));
    const isEvent = ({ source_type }: BriefEntry): boolean => source_type === 'publisher';
    return rowsFound(call, { events: rows.filter(isEvent), filings: rows.filter((entry) => !isEvent(entry)), next: leftOut.next, hasMore: true, around: { note: leftOutNote(leftOut, rows) } });
  },
}; // prettier-ignore

function briefFound(call: ToolCall, brief: Brief): ToolResult {
  const quiet = new Set(brief.quiet);
  const notes = [
    brief.tickers.length === 0 && brief.unknown_tickers.length === 0 ? 'The watchlist is empty. The owner adds symbols in the account area.' : null,
    brief.events_truncated || brief.filings_truncated
      ? `More rows matched than limit allows: svc_ticker_news with symbol=${call.arguments['tickers'] ?? watchlist} and from_date=${brief.window_start} returns all.`
      : null,
  ].filter((words) => words !== null);
  const around = {
    note: notes.length === 0 ? null : notes.join(' '),
    window_start: brief.window_start,
    window_end: brief.window_end,
    heard: brief.tickers.filter((ticker) => !quiet.has(ticker)),
    quiet: brief.quiet,
    unknown_tickers: brief.unknown_tickers.map((text) => fenced(text, nameChars)),
    stale_sources: brief.source_health === null ? null : brief.source_health.stale,
    upcoming_earnings: brief.upcoming_earnings,
    calendar: brief.calendar.map(({ event_key, title, scheduled_at, importance }) => ({ event_key, title, scheduled_at, importance })),
  };
  return rowsFound(call, { events: brief.events, filings: brief.filings, next: brief.next_cursor, hasMore: brief.has_more, around });
}

interface Rows {
  readonly events: readonly BriefEntry[];
  readonly filings: readonly BriefEntry[];
  /** The operation's cursor of the page after these rows. */
  readonly next: string | null;
  readonly hasMore: boolean;
  readonly around: Readonly<Record<string, unknown>>;
}

function rowsFound(call: ToolCall, brief: Rows, count = brief.events.length + brief.filings.length): ToolResult {
  const { events, filings, next, hasMore, around } = brief;
  const all = [...events, ...filings];
  const watched = new Set(call.caller.account.watchlist ?? []);
  const worthOf = (entry: BriefEntry): Worth => ({
    score: entry.relevance_score,
    novelty: entry.information_novelty,
    isWatched: entry.matched_tickers.some((ticker) => watched.has(ticker)),
    publishedAt: entry.time_published,
  });
  const { kept, left } = worthiest(all, worthOf, count);
  const isKept = new Set(kept);
  return {
    at: (detail) => ({
      ...(detail < leastDetail ? around : leastOf(around)),
      events: events.filter((entry) => isKept.has(entry)).map((entry) => entryAt(entry, detail)),
      filings: filings.filter((entry) => isKept.has(entry)).map((entry) => entryAt(entry, detail)),
      next_cursor: cursorOf({ uids: left.map(({ uid }) => uid), next }, call),
      has_more: hasMore || left.length > 0,
    }),
    shortened: 'Summaries and lists were shortened to fit in max_tokens; svc_article has all of one row.',
    fewer: { rows: kept.length, with: (fewer) => rowsFound(call, brief, fewer) },
    ...(left.length > 0 && { cut: leftWords(left.length, all.length) }),
  };
}

const leastOf = (around: Rows['around']): Rows['around'] =>
  Object.fromEntries(
    Object.entries(around).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, leastMembers) : typeof value === 'string' ? shorten(value, leastNoteChars) : value,
    ]),
  );

function entryAt(entry: BriefEntry, detail: Detail): Readonly<Record<string, unknown>> {
  const chars = summaryChars[detail]!;
  const isLeast = detail === leastDetail;
  // An agent opens rows by uid and needs neither of the first two.
  const { article_url: _, story_id: __, uid, title, summary, url, ...facts } = entry;
  return {
    uid,
    title: fenced(title, titleChars[detail]!),
    ...(chars > 0 && summary !== '' && { summary: fenced(summary, chars) }),
    ...(!isLeast && { url }),
    ...(fencedDeep(facts, { charsMax: nameChars, membersMax: isLeast ? leastMembers : 100 }) as object),
  };
}
