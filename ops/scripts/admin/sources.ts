/** `npm run admin -- sources check`: fetches each publisher feed once and reports on it. Nothing is stored or published. */
import pLimit from 'p-limit';
import pino from 'pino';
import { createPoliteFetch } from '#pipeline/ingest/fetch.ts';
import { createParsePool, type ParsePool } from '#pipeline/ingest/parse/pool.ts';
import { authorityOf } from '#pipeline/ingest/publishers/authority.ts';
import { configuredSources, type Source } from '#pipeline/ingest/publishers/catalogue.ts';
import { feedBytesMax, refusedFeed, type ParsedFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';
import type { PoliteFetch } from '#pipeline/ingest/stage.ts';
import { draftOf } from '#pipeline/refine/article/draft.ts';
import { dropForeign } from '#pipeline/refine/article/language.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { normaliseArticle } from '#pipeline/refine/normalise/normalise.ts';
import type { Config } from '#schemas/config.ts';
import { uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { createOutbound } from '../../outbound/outbound.ts';
import { CommandError } from '../service-config.ts';
import type { LoneCommand } from './command.ts';

interface CheckResult {
  readonly source: string;
  /** `ok`, or the reason for a failed fetch, such as `status 403` or `ENOTFOUND`. */
  readonly status: string;
  readonly entries: number;
  readonly newest: string | null;
  readonly language: string | null;
  readonly verdict: string;
}

const concurrency = 16;
const timeoutMs = 30_000;
const staleAfterMs = 30 * 86_400_000;

export const checkSources: LoneCommand['runAlone'] = async ({ words: [id] }, config) => {
  const checked = await checkAll(chosenSources(config, id), config);
  const usable = checked.filter(({ verdict }) => verdict.startsWith('usable')).length;
  return { json: checked, text: `${markdown(checked)}\n\n${usable} of ${checked.length} usable` };
};

function chosenSources(config: Config, id: string | undefined): readonly Source[] {
  const sources = configuredSources(config);
  const chosen = id === undefined ? sources : sources.filter((source) => source.id === id);
  if (chosen.length === 0) throw new CommandError(`no source ${id ?? ''} in ${config.SOURCES_FILE || 'the built-in list'}`);
  return chosen;
}

async function checkAll(sources: readonly Source[], config: Config): Promise<CheckResult[]> {
  const outbound = createOutbound({ allowedOrigins: config.OUTBOUND_ALLOWED_ORIGINS });
  const fetch = createPoliteFetch({ outbound, userAgent: config.USER_AGENT, hostIntervalMs: config.HOST_INTERVAL_MS });
  const pool = createParsePool({ log: pino({ level: 'silent' }) });
  const limit = pLimit(concurrency);
  try {
    return await Promise.all(sources.map((source) => limit(check, source, fetch, pool)));
  } finally {
    await pool.close();
    await outbound.close();
  }
}

async function check(source: Source, fetch: PoliteFetch, pool: ParsePool): Promise<CheckResult> {
  const result = await fetch({ url: source.url, bodyBytesMax: feedBytesMax, timeoutMs, mayLeadTo: authorityOf(source).mayLeadTo });
  if (result.outcome !== 'ok') {
    const status = result.outcome === 'not_modified' ? 'status 304' : result.detail;
    return { source: source.id, status, entries: 0, newest: null, language: null, verdict: 'no answer' };
  }
  const { body, contentType, url, fetchedAt } = result;
  const document = { body, contentType, url, source, seenAt: fetchedAt, fetchedAt };
  const parsed = await pool.parse('feed', document);
  const feed = parsed.isRead ? parsed.value : refusedFeed(document, parsed);
  const { items } = feed;
  const newest =
    items
      .flatMap(({ published_at: at }) => at ?? [])
      .toSorted()
      .at(-1) ?? null;
  const verdict = verdictOf(source, feed, newest === null ? 0 : Date.parse(fetchedAt) - Date.parse(newest));
  return { source: source.id, status: 'ok', entries: items.length, newest, language: languageOf(items), verdict };
}

function verdictOf(source: Source, { items, refusals, format }: ParsedFeed, newestAgeMs: number): string {
  const reasons = [...new Set(refusals.map(({ reason }) => reason))].join(', ');
  if (format === 'unknown') return `no feed: ${reasons}`;
  if (items.length === 0 && refusals.length > 0) return `every entry is refused: ${reasons}`;
  if (items.length === 0) return source.may_be_empty === true ? 'usable: empty (may_be_empty)' : 'empty';
  const foreign = items.filter(isForeign).length;
  if (2 * foreign > items.length) return `not English: ${foreign} of ${items.length} entries`;
  if (newestAgeMs > staleAfterMs) return 'stale: no entry for 30 days';
  return refusals.length > 0 ? `usable, but ${refusals.length} refused: ${reasons}` : 'usable';
}

const noSymbols = createDirectory([]);

/** Returns whether refine would drop the article for its language. Names of companies, which refine discounts, are not known here. */
function isForeign(article: RawArticle): boolean {
  const normalised = normaliseArticle(draftOf(article, uidOf(article.identity)));
  return normalised.kept && !dropForeign(normalised.value, { directory: noSymbols }).kept;
}

function languageOf(items: readonly RawArticle[]): string | null {
  const counts = Map.groupBy(items, ({ declared_language: language }) => language);
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? null;
}

function markdown(checked: readonly CheckResult[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rows = checked.map(({ source, status, entries, newest, language, verdict }) =>
    line([source, status, String(entries), newest ?? '', language ?? '', verdict]),
  );
  return [line(['source', 'status', 'entries', 'newest', 'language', 'verdict']), line(Array.from({ length: 6 }, () => '---')), ...rows].join('\n');
}
