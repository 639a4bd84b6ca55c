/**
 * `/compat/alphai`: the address at which published clients of another such service find the shapes that they read
 * (contract part 1). The operations, quotas and errors are those of `/api/`; this table lists what differs, and each
 * change is applied to the rendered response.
 */
import type { Middleware } from 'koa';
import type { ApiState } from './http/state.ts';
import { createContent, etagOf, type Content } from './reply/content.ts';
import type { Result } from './reply/result.ts';

export const compatPath = '/compat/alphai';
const headerPrefix = 'X-Alphai';

type Json = Readonly<Record<string, unknown>>;
/** `query` is the query string of the request. */
type Change = (answer: Json, query: string) => unknown;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const inObject =
  (key: string, change: (value: Json) => Json): Change =>
  (answer) => ({ ...answer, ...(isObject(answer[key]) && { [key]: change(answer[key]) }) });

const inList =
  (key: string, change: Change): Change =>
  (answer, query) => ({ ...answer, ...(Array.isArray(answer[key]) && { [key]: answer[key].map((item) => change(item as Json, query)) }) });

/** A list without its envelope. */
const bareArray: Change = ({ results }) => results;

/** A list under another name. */
const resultsAs =
  (name: string): Change =>
  ({ results, ...rest }) => ({ [name]: results, ...rest });

/** `filed_at` is when EDGAR accepted the filing, where that is known; the clients refuse null in the two flags. */
const insiderEvent = (event: Json): Json => ({
  ...event,
  filed_at: event['accepted_at'] ?? event['filed_at'],
  late_filing: event['late_filing'] ?? false,
  is_10b5_1: event['is_10b5_1'] ?? false,
});

const gdelt = (holder: Json): Json => ({ ...holder, ...(holder['source_type'] === 'publisher' && { source_type: 'gdelt' }) });

/** The clients refuse an empty text of a read. */
const earningsRead = (read: Json): Json => ({
  ...read,
  analysis: [read['analysis'], read['verdict_reason'], read['headline']].find((text) => typeof text === 'string' && text !== '') ?? '',
});

const article: Change = (item, query) =>
  [inObject('original', gdelt), inObject('insider', insiderEvent), inObject('earnings', earningsRead)].reduce(
    (changed: Json, change) => change(changed, query) as Json,
    item,
  );
const articles = inList('results', article);

/** `is_10b5_1=false` leaves out purchases under a plan, too. */
const withoutPlans: Change = (answer, query) =>
  ['false', '0'].includes(new URLSearchParams(query).get('is_10b5_1')?.toLowerCase() ?? '')
    ? { ...answer, results: (answer['results'] as Json[]).filter(({ insider }) => !isObject(insider) || insider['is_10b5_1'] !== true) }
    : answer;

/** By the name of the operation. */
const changes: Readonly<Record<string, readonly Change[]>> = {
  listNews: [articles],
  listInsiderNews: [articles, withoutPlans],
  listRelatedNews: [articles],
  searchNews: [articles],
  listTrendingStories: [articles, bareArray],
  getArticle: [article],
  getNewsBrief: [inList('events', gdelt), inList('filings', gdelt)],
  listSymbols: [bareArray],
  listCalendar: [resultsAs('events')],
  listInsiderTrades: [inList('events', insiderEvent), inList('chart_events', insiderEvent)],
  listEarningsReads: [inList('reports', inObject('analysis', earningsRead))],
  getRadarSnapshot: [
    inObject('freshness', (freshness) => ({ ...freshness, ...(freshness['mode'] === 'delayed' && { mode: 'historical_preview' }) })),
  ],
};

/** Takes requests below `/compat/alphai/api/` to the operation of the same name, and marks them. */
export const mountCompatibility: Middleware<ApiState> = (ctx, next) => {
  const url = ctx.req.url ?? '';
  if (url.startsWith(`${compatPath}/api/`)) {
    ctx.req.url = url.slice(compatPath.length);
    ctx.state.isCompatible = true;
  }
  return next();
};

const changed = new WeakMap<Content, Content>();

/** Returns the answer of an operation as those clients read it. `ownPrefix` begins the names of this service's headers. */
export function adapt(operation: { readonly name: string }, result: Result, query: string, ownPrefix: string): Result {
  if ('content' in result && result.content === null) return result;
  const headers = (result.headers ?? []).map((text) => (text.startsWith(`${ownPrefix}-`) ? headerPrefix + text.slice(ownPrefix.length) : text));
  if ('stream' in result) return { ...result, headers };
  const wanted = changes[operation.name];
  const { content } = result;
  if (wanted === undefined || !content.type.includes('json')) return { ...result, headers };
  let adapted = changed.get(content);
  if (adapted === undefined) {
    const answer: unknown = JSON.parse(content.identity.toString());
    const value = wanted.reduce((before: unknown, change) => change(before as Json, query), answer);
    adapted = createContent(JSON.stringify(value), { type: content.type, etag: etagOf(`alphai|${content.etag}`) });
    // A lent body is another answer's in a moment.
    if (content.lentBy === null) changed.set(content, adapted);
  }
  return { ...result, headers, content: adapted };
}
