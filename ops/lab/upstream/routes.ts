/** Finds the route of a request by the prefix of its path. An unknown path gets 404. */
import { calendarPage } from './calendar/pages.ts';
import type { Content } from './content.ts';
import { archiveFile } from './edgar/archive.ts';
import { currentFilings } from './edgar/current.ts';
import { dailyIndex } from './edgar/daily-index.ts';
import { accessDenied } from './edgar/pages.ts';
import { earningsDates } from './earnings-dates.ts';
import { gdeltFile } from './gdelt/files.ts';
import { json, notFound, type Reply } from './reply.ts';

export interface UpstreamRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly now: number;
  readonly publicUrl: string;
}

interface Route {
  /** Name under which `/__control/stats` counts the route's requests. */
  readonly name: string;
  readonly prefix: string;
  /** True when the route requires a contact in the User-Agent and counts towards EDGAR's rate limit. */
  readonly isEdgar: boolean;
  /** Returns the reply, or null for 404. `rest` is the path after the prefix. */
  readonly answer: (content: Content, rest: string, request: UpstreamRequest) => Reply | null;
}

const file = (content: Content, _rest: string, { path, now }: UpstreamRequest): Reply | null => content.file(path, now);
const calendar = (content: Content, _rest: string, { path, now }: UpstreamRequest): Reply | null =>
  content.file(path, now) ?? calendarPage(path, now);

// prettier-ignore
const routes: readonly Route[] = [
  { name: 'feeds', prefix: '/feeds/', isEdgar: false, answer: (content, rest, { now }) => content.feed(rest, now) },
  { name: 'catalogue', prefix: '/catalogue.json', isEdgar: false, answer: (content) => json(content.catalogue()) },
  { name: 'edgar_current', prefix: '/cgi-bin/browse-edgar', isEdgar: true, answer: (content, _rest, { query, now, publicUrl }) => currentFilings(content.filings, query, now, publicUrl) },
  { name: 'edgar_archive', prefix: '/Archives/edgar/data/', isEdgar: true, answer: (content, rest, { now }) => archiveFile(content.filings, rest, now) },
  { name: 'edgar_index', prefix: '/Archives/edgar/daily-index/', isEdgar: true, answer: (content, rest, { now }) => dailyIndex(content.filings, rest, now) },
  { name: 'edgar_other', prefix: '/Archives/', isEdgar: true, answer: accessDenied },
  { name: 'edgar_symbols', prefix: '/files/', isEdgar: true, answer: file },
  { name: 'symbol_listings', prefix: '/dynamic/symdir/', isEdgar: false, answer: file },
  { name: 'symbol_details', prefix: '/symbol-details/', isEdgar: false, answer: file },
  { name: 'gdelt', prefix: '/gdeltv2/', isEdgar: false, answer: (content, rest, { now, publicUrl }) => gdeltFile(content.gdelt, rest, now, publicUrl) },
  { name: 'search', prefix: '/search', isEdgar: false, answer: (content, _rest, { query, now }) => content.search(query.get('q') ?? '', now) },
  { name: 'earnings_dates', prefix: '/earnings-dates', isEdgar: false, answer: (_content, _rest, { query, now }) => earningsDates(query, now) },
  { name: 'calendar_bls', prefix: '/schedule/', isEdgar: false, answer: calendar },
  { name: 'calendar_bea', prefix: '/news/schedule', isEdgar: false, answer: calendar },
  { name: 'calendar_census', prefix: '/economic-indicators/', isEdgar: false, answer: calendar },
  { name: 'calendar_fed', prefix: '/monetarypolicy/', isEdgar: false, answer: calendar },
  { name: 'calendar_dol', prefix: '/newsroom/', isEdgar: false, answer: calendar },
];

export function route(
  content: Content,
  request: UpstreamRequest,
): { readonly name: string; readonly isEdgar: boolean; readonly answer: () => Reply } {
  const matching = routes.find(({ prefix }) => request.path.startsWith(prefix));
  if (matching === undefined) return { name: 'other', isEdgar: false, answer: notFound };
  const { name, isEdgar, prefix, answer } = matching;
  return { name, isEdgar, answer: () => answer(content, request.path.slice(prefix.length), request) ?? notFound() };
}
