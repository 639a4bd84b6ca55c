/**
 * `/compat/alphai` answers published clients of another news service in the formats that they expect (specification.md C1). Operations, quotas
 * and errors are those of `/api/`. `changes` lists the differences, which are applied to rendered responses.
 */
import { isJsonObject, type JsonObject as Json } from '#schemas/json-text.ts';
import type { ApiExchange } from './http/state.ts';
import { createContent, etagOf, type Content } from './reply/content.ts';
import type { LiveResult, Result } from './reply/result.ts';

export const compatPath = '/compat/alphai';
const headerPrefix = 'X-Alphai';

type Change = (answer: Json) => unknown;

const inObject =
  (key: string, change: (value: Json) => Json): ((answer: Json) => Json) =>
  (answer) => ({ ...answer, ...(isJsonObject(answer[key]) && { [key]: change(answer[key]) }) });

const inList =
  (key: string, change: Change): ((answer: Json) => Json) =>
  (answer) => ({ ...answer, ...(Array.isArray(answer[key]) && { [key]: answer[key].map((item) => change(item as Json)) }) });

/** Returns functions that change the values of keys. The clients refuse null in texts and numbers, and fractions in integers. */
const inKeys =
  (change: (value: unknown) => unknown) =>
  (...keys: readonly string[]) =>
  (holder: Json): Json => ({ ...holder, ...Object.fromEntries(keys.map((key) => [key, change(holder[key])])) });
const texts = inKeys((value) => value ?? '');
const numbers = inKeys((value) => value ?? 0);
const integers = inKeys((value) => Math.round(Number(value ?? 0)));

const inOrder =
  (...steps: readonly ((holder: Json) => Json)[]) =>
  (holder: Json): Json =>
    steps.reduce((changed, step) => step(changed), holder);

const bareArray: Change = ({ results }) => results;

const resultsAs =
  (name: string): Change =>
  ({ results, ...rest }) => ({ [name]: results, ...rest });

/** Sets `filed_at` to the time of acceptance if known, and replaces null in two flags, for which the clients refuse it. */
const insiderEvent = (event: Json): Json => ({
  ...event,
  filed_at: event['accepted_at'] ?? event['filed_at'],
  late_filing: event['late_filing'] ?? false,
  is_10b5_1: event['is_10b5_1'] ?? false,
});

const gdelt = (holder: Json): Json => ({ ...holder, ...(holder['source_type'] === 'publisher' && { source_type: 'gdelt' }) });

/** Replaces an empty `analysis`, which the clients refuse. */
const wholeText = (read: Json): Json => ({
  ...read,
  analysis: [read['analysis'], read['verdict_reason'], read['headline']].find((text) => typeof text === 'string' && text !== '') ?? '',
});

/** Matches a bracket or minus before the first digit. */
const negativeSign = /^\D*[(−–-]/;

/** Returns `$18,002` or `$(18,002)` as a number, or null if the text has no digits. */
function numberOf(printed: unknown): number | null {
  const digits = typeof printed === 'string' ? printed.replace(/[^\d.]/g, '') : '';
  if (digits === '') return null;
  return negativeSign.test(String(printed)) ? -Number(digits) : Number(digits);
}

/** Adds the revenue of each segment as a number, with the scale and unit of the read. */
function numericSegments(read: Json): Json {
  const metrics = Array.isArray(read['key_metrics']) ? (read['key_metrics'] as readonly Json[]) : [];
  const unit = metrics.find(({ name }) => name === 'Revenue')?.['unit'] ?? null;
  return inList('segments', (segment) => ({ ...segment, numeric: numberOf(segment['revenue']), unit, scale: read['table_scale'] ?? null }))(read);
}

const earningsRead = inOrder(numericSegments, wholeText);

const article = inOrder(inObject('original', gdelt), inObject('insider', insiderEvent), inObject('earnings', earningsRead));
const articles = inList('results', article);
const withEmptyFields = (row: Json): Json => ({ earnings: null, ...inObject('original', (original) => ({ id: null, ...original }))(row) });

const activeFields = { delisted_at: null, renamed_to: '' } as const;

/** Operations whose rows get a `story_id` from `Content.storyIds`. */
const withStoryIds: ReadonlySet<string> = new Set(['listNews', 'listInsiderNews', 'listMacroNews']);

const changes: Readonly<Record<string, readonly Change[]>> = {
  listNews: [articles],
  listInsiderNews: [articles],
  listMacroNews: [articles],
  listRelatedNews: [articles],
  searchNews: [articles, inList('results', withEmptyFields), inObject('query', texts('note'))],
  listTrendingStories: [articles, bareArray],
  getArticle: [article],
  getNewsBrief: [inList('events', gdelt), inList('filings', gdelt)],
  listSymbols: [inList('results', (symbol) => ({ ...symbol, ...activeFields })), bareArray],
  getSymbol: [texts('crypto_counterpart_name')],
  listCalendar: [resultsAs('events')],
  listInsiderTrades: [inList('events', insiderEvent), inList('chart_events', insiderEvent)],
  listEarningsReads: [inList('reports', inObject('analysis', earningsRead))],
  getRadarSnapshot: [
    inList(
      'results',
      inOrder(integers('market_exposure_baseline', 'market_exposure_current', 'baseline_stories'), numbers('stories_per_window_unadjusted')),
    ),
    inObject('freshness', (freshness) => ({ ...freshness, ...(freshness['mode'] === 'delayed' && { mode: 'historical_preview' }) })),
  ],
};

/** Marks requests below `/compat/alphai/api/` and rewrites their path to that below `/api/`. */
export function acceptCompatible({ req, state }: ApiExchange): void {
  const url = req.url ?? '';
  if (!url.startsWith(`${compatPath}/api/`)) return;
  req.url = url.slice(compatPath.length);
  state.isCompatible = true;
}

function nameStories(page: Json, storyIds: Content['storyIds']): Json {
  const rows = page['results'] as readonly Json[];
  return storyIds === null ? page : { ...page, results: rows.map((row, index) => ({ ...row, story_id: storyIds[index] })) };
}

const changed = new WeakMap<Content, Content>();

/** Returns the result in the form that the clients expect. Replaces `ownPrefix` in names of headers. */
export function adapt(operation: { readonly name: string }, result: Exclude<Result, LiveResult>, ownPrefix: string): Exclude<Result, LiveResult> {
  if ('content' in result && result.content === null) return result;
  const headers = (result.headers ?? []).map((text) => (text.startsWith(`${ownPrefix}-`) ? headerPrefix + text.slice(ownPrefix.length) : text));
  if ('stream' in result || 'file' in result) return { ...result, headers };
  const wanted = changes[operation.name];
  const { content } = result;
  if (wanted === undefined || !content.type.includes('json')) return { ...result, headers };
  let adapted = changed.get(content);
  if (adapted === undefined) {
    const answer = JSON.parse(content.identity.toString()) as Json;
    const named = withStoryIds.has(operation.name) ? nameStories(answer, content.storyIds) : answer;
    const value = wanted.reduce((before: unknown, change) => change(before as Json), named);
    adapted = createContent(JSON.stringify(value), { type: content.type, etag: etagOf(`alphai|${content.etag}`) });
    // A lent body will be overwritten by another response, so its change is not cached.
    if (content.reusedBy === null) changed.set(content, adapted);
  }
  return { ...result, headers, content: adapted };
}
