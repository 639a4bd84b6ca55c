/** svc_brief: a desk's morning in one answer, or what is new since the last one. */
import { z } from 'zod';
import { newsBrief, type NewsBrief } from '../../brief/brief.ts';
import { BriefEntry } from '../../brief/entry.ts';
import { ask } from '../ask.ts';
import { fenced, fencedDeep } from '../fence.ts';
import { readOnly, sizeInput, type Detail, type ToolCall, type ToolResult, type Tool } from '../tool.ts';

const watchlist = 'watchlist';
const summaryChars: readonly number[] = [400, 160, 0];
const titleChars: readonly number[] = [300, 200, 120];
const nameChars = 80;
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
    window_start: z.string(),
    window_end: z.string(),
    heard: z.array(z.string()).meta({ description: 'Tickers with news' }),
    quiet: z.array(z.string()).meta({ description: 'Tickers with none' }),
    unknown_tickers: z.array(z.string()),
    stale_sources: z.array(z.string()).nullable().meta({ description: 'Sources without recent rows: quiet proves nothing; null: unknown' }),
    events: entries,
    filings: z.array(z.looseObject({})),
    upcoming_earnings: z.array(z.looseObject({})),
    calendar: z.array(z.looseObject({})),
    next_cursor: z.string().nullable(),
    has_more: z.boolean().meta({ description: 'Call again at once: rows may wait at next_cursor' }),
  }),
  run: (call) => briefFound(call, null),
}; // prettier-ignore

/** Returns the brief; `rows` is the limit whose articles and filings fit, null for that of the call. */
async function briefFound(call: ToolCall, rows: number | null): Promise<ToolResult> {
  const { tickers = watchlist, ...rest } = call.arguments;
  const brief = await ask<Brief>({ operation: newsBrief, call, query: { tickers, ...rest, ...(rows !== null && { limit: String(rows) }) } });
  const { events, filings } = brief;
  const isLater = rest['cursor'] !== undefined;
  const quiet = new Set(brief.quiet);
  const notes = [
    brief.tickers.length === 0 && brief.unknown_tickers.length === 0 ? 'The watchlist is empty. The owner adds symbols in the account area.' : null,
    brief.events_truncated || brief.filings_truncated
      ? `There was more than limit: svc_ticker_news with symbol=${tickers} and from_date=${brief.window_start} has all.`
      : null,
  ].filter((words) => words !== null);
  return {
    at: (detail) => ({
      note: notes.length === 0 ? null : notes.join(' '),
      window_start: brief.window_start,
      window_end: brief.window_end,
      heard: brief.tickers.filter((ticker) => !quiet.has(ticker)),
      quiet: brief.quiet,
      unknown_tickers: brief.unknown_tickers.map((text) => fenced(text, nameChars)),
      stale_sources: brief.source_health === null ? null : brief.source_health.stale,
      events: events.map((entry) => entryAt(entry, detail)),
      filings: filings.map((entry) => entryAt(entry, detail)),
      upcoming_earnings: brief.upcoming_earnings,
      calendar: brief.calendar.map(({ event_key, title, scheduled_at, importance }) => ({ event_key, title, scheduled_at, importance })),
      next_cursor: brief.next_cursor,
      has_more: brief.has_more,
    }),
    shortened: 'Summaries were shortened; svc_article has all of one row.',
    // With a cursor `limit` counts all rows, else those of each list.
    fewer: { rows: isLater ? events.length + filings.length : Math.max(events.length, filings.length), with: (fewer) => briefFound(call, fewer) },
    ...(rows !== null && { cut: isLater ? `Only ${rows} rows fit in max_tokens; next_cursor returns the others.` : `At most ${rows} articles and ${rows} filings fit in max_tokens.` }),
  };
} // prettier-ignore

function entryAt(entry: BriefEntry, detail: Detail): Readonly<Record<string, unknown>> {
  const chars = summaryChars[detail]!;
  // A tool opens rows by uid, so that these two tell an agent nothing.
  const { article_url: _, story_id: __, uid, title, summary, ...facts } = entry;
  return {
    uid,
    title: fenced(title, titleChars[detail]!),
    ...(chars > 0 && summary !== '' && { summary: fenced(summary, chars) }),
    ...(fencedDeep(facts, { charsMax: nameChars, membersMax: 100 }) as object),
  };
}
