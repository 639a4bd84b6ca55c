/** Defines the publishers of the generated world. Each has one feed, with its own dialect, encoding and other traits. */
import { weightedDraw } from '../random.ts';
import type { FeedManners } from '../feeds/manners.ts';

export interface Outlet extends FeedManners {
  readonly id: string;
  readonly name: string;
  /** Domain under `.example`, which nobody can own (RFC 2606, 2). */
  readonly domain: string;
  readonly extension: 'rss' | 'xml' | 'rdf' | 'atom' | 'json';
  readonly language: string;
  /** Number of articles relative to the weights of the other outlets. */
  readonly weight: number;
  /** Query and fragment that the feed adds to its links. */
  readonly tracking: string;
}

const plain: Outlet = {
  id: '',
  name: '',
  domain: '',
  extension: 'rss',
  language: 'en',
  weight: 10,
  tracking: '',
  dialect: 'rss2',
  encoding: 'utf-8',
  declaredIn: 'both',
  contentType: 'application/rss+xml',
  validators: 'both',
  dates: 'gmt',
  isPermalink: true,
  carriesBody: false,
  usesCdata: false,
};
const outlet = (id: string, name: string, traits: Partial<Outlet>): Outlet => ({
  ...plain,
  id,
  name,
  domain: `${id.replaceAll('_', '')}.example`,
  ...traits,
});

const atom = { dialect: 'atom', extension: 'atom', contentType: 'application/atom+xml', dates: 'iso' } as const;
const rdf = { dialect: 'rss1', extension: 'rdf', contentType: 'application/rdf+xml', dates: 'iso' } as const;
const json = { dialect: 'json', extension: 'json', contentType: 'application/feed+json', dates: 'iso' } as const;
const old = { dialect: 'rss092', extension: 'xml', contentType: 'text/xml' } as const;

// prettier-ignore
export const outlets: readonly Outlet[] = [
  outlet('meridian_wire', 'Meridian Wire', { weight: 22, usesCdata: true }),
  outlet('harborline_business', 'Harborline Business', { weight: 18, carriesBody: true, usesCdata: true }),
  outlet('ledger_post', 'The Ledger Post', { weight: 15, tracking: '?utm_source=rss&utm_medium=feed' }),
  outlet('street_and_square', 'Street & Square', { weight: 14, dates: 'eastern', extension: 'xml', contentType: 'application/xml' }),
  outlet('capital_dispatch', 'Capital Dispatch', { weight: 14, ...atom }),
  outlet('north_quay_news', 'North Quay News', { weight: 12, ...atom, carriesBody: true, isPermalink: false }),
  outlet('pressroom_direct', 'Pressroom Direct', { weight: 16, isPermalink: false, dates: 'offset' }),
  outlet('issuer_wire', 'IssuerWire', { weight: 14, contentType: 'text/xml', extension: 'xml', declaredIn: 'xml', isPermalink: false }),
  outlet('tape_reader', 'Tape Reader', { weight: 12, ...json }),
  outlet('open_ledger', 'Open Ledger', { weight: 8, ...json, carriesBody: true, isPermalink: false }),
  outlet('metals_and_grains', 'Metals & Grains', { weight: 7, ...rdf }),
  outlet('gulfstream_energy', 'Gulfstream Energy Daily', { weight: 7, ...rdf, encoding: 'iso-8859-1', declaredIn: 'xml' }),
  outlet('coin_courier', 'Coin Courier', { weight: 8, validators: 'etag', carriesBody: true }),
  outlet('macro_minute', 'Macro Minute', { weight: 8, validators: 'modified', dates: 'offset' }),
  outlet('bench_and_bar', 'Bench and Bar Alerts', { weight: 6, encoding: 'windows-1252', declaredIn: 'http', contentType: 'text/xml', extension: 'xml' }),
  outlet('biotech_bulletin', 'Biotech Bulletin', { weight: 7, usesCdata: true, tracking: '?source=rss' }),
  outlet('chip_chronicle', 'Chip Chronicle', { weight: 7, ...atom, tracking: '?ref=rss' }),
  outlet('property_ticker', 'Property Ticker', { weight: 5, validators: 'none' }),
  outlet('old_exchange_gazette', 'Old Exchange Gazette', { weight: 4, ...old, encoding: 'iso-8859-1', declaredIn: 'xml' }),
  outlet('county_herald', 'County Herald', { weight: 5, encoding: 'utf-16le', declaredIn: 'mark', contentType: 'application/xml', extension: 'xml' }),
  outlet('weekend_living', 'Weekend Living', { weight: 5, carriesBody: true, usesCdata: true }),
  outlet('fund_watcher', 'Fund Watcher', { weight: 6, dates: 'eastern', isPermalink: false }),
  outlet('deal_sheet', 'Deal Sheet', { weight: 8, ...atom, contentType: 'application/xml', declaredIn: 'xml' }),
  outlet('london_close', 'London Close', { weight: 7, tracking: '?cmpid=rss#top' }),
  outlet('handelsnotiz', 'Handelsnotiz', { weight: 5, language: 'de', encoding: 'iso-8859-1', declaredIn: 'xml' }),
  outlet('bourse_matin', 'Bourse Matin', { weight: 4, language: 'fr', ...atom }),
  outlet('mercado_al_dia', 'Mercado al Día', { weight: 4, language: 'es', encoding: 'windows-1252', declaredIn: 'both' }),
  outlet('birzhevoi_listok', 'Биржевой листок', { weight: 3, language: 'ru', encoding: 'windows-1251', declaredIn: 'xml', extension: 'xml', contentType: 'text/xml' }),
  outlet('kabu_tsushin', '株通信', { weight: 3, language: 'ja', ...rdf, encoding: 'shift_jis', declaredIn: 'xml' }),
  outlet('caijing_kuaixun', '财经快讯', { weight: 2, language: 'zh', usesCdata: true }),
];

export const siteOf = ({ domain }: Pick<Outlet, 'domain'>): string => `https://www.${domain}/`;

const english = outlets.filter((one) => one.language === 'en');
export const drawEnglishOutlet = weightedDraw(english.map((one) => [one, one.weight] as const));
export const outletIn = (language: string): Outlet | undefined => outlets.find((one) => one.language === language);
/** Returns an English outlet other than `other`. A copy gets it, so that it is not in the same feed as its original. */
export const outletBeside = (other: Outlet, steps: number): Outlet =>
  english[(Math.max(0, english.indexOf(other)) + 1 + (steps % (english.length - 1))) % english.length] ?? other;
