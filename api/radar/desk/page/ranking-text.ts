/** Texts of the page above and below the ranking, and of the details of a ticker. */
import type { RadarRow } from '#schemas/radar.ts';
import type { RankingPage, Refusal } from './answers.ts';
import { fixed, minute, words } from './format.ts';

export function stateLine({ as_of, unavailable_reason: reason, summary }: Pick<RankingPage, 'as_of' | 'unavailable_reason' | 'summary'>): string {
  const missing = reason === null ? '' : `, later minutes are missing: ${words(reason)}`;
  const { elevated_tickers, scored_tickers, active_tickers, collection_unverified: unverified } = summary;
  const collection = unverified === 0 ? '' : ` Collection unverified for ${unverified} of ${active_tickers}.`;
  return `As of ${minute(as_of)}${missing}. ${elevated_tickers} elevated of ${scored_tickers} scored.${collection}`;
}

export const refusalLine = ({ detail, reason }: Refusal): string => (reason === undefined ? detail : `${detail} (${words(reason)})`);

/** Returns the place of the page in the ranking, such as `1–50 of 312`; '' if no ticker is found. */
export const placeText = ({ total, offset, results }: Pick<RankingPage, 'total' | 'offset' | 'results'>): string =>
  total === 0 ? '' : `${offset + 1}–${offset + results.length} of ${total}`;

export type Inline = string | { readonly url: string; readonly title: string };

/** A section of the details. Its title is '' if it is one line without a heading. */
export interface Section {
  readonly title: string;
  readonly items: readonly (readonly Inline[])[];
}

/** Returns the details of a ticker; sections without items are omitted. */
export function sectionsOf(row: RadarRow): Section[] {
  const sections = [
    { title: 'Headlines', items: row.evidence.map((one) => [one, ` ${one.source_domain}, ${minute(one.time_published)}`]) },
    { title: 'Filings', items: filings(row) },
    { title: 'Insiders', items: insiders(row) },
    { title: '', items: noContext(row) },
    { title: 'Figures', items: figures(row) },
  ];
  return sections.filter(({ items }) => items.length > 0);
}

const filings = ({ event_context: context }: RadarRow): Inline[][] =>
  (context?.filings ?? []).map((one) => [`${one.form} ${minute(one.filed_at)} `, { url: one.url, title: one.title }]);

const insiders = ({ event_context: context }: RadarRow): Inline[][] =>
  (context?.insider_clusters ?? []).map((cluster) => [
    `${cluster.buyers_count} insiders bought from ${cluster.first_trade_date} to ${cluster.last_trade_date} `,
    ...cluster.sec_urls.flatMap((url, at): Inline[] => [{ url, title: `filing ${at + 1}` }, ' ']),
  ]);

/** Returns why there is neither a filing nor a run of insiders. */
function noContext({ event_context: context }: RadarRow): Inline[][] {
  if (context === null) return [['Filings are not available for this minute.']];
  if (context.status !== 'available') return [[`No filings: ${words(context.reason)}.`]];
  if (context.filings.length + context.insider_clusters.length > 0) return [];
  return [['No 8-K or 6-K in 7 days and no cluster of insider purchases in 30 days.']];
}

function figures(row: RadarRow): Inline[][] {
  const { sent, sent_prev: before, collection } = row;
  return [
    [`${row.stories} stories, ${row.articles} articles, ${row.outlets} outlets; ${row.model_stories} stories that name few tickers`],
    [
      `Baseline: ${row.baseline_stories} stories on ${row.baseline_active_days} days; market now ${fixed(row.market_exposure_current, 1)}, ` +
        `usually ${fixed(row.market_exposure_baseline, 1)}`,
    ],
    [
      row.news_z === null
        ? `Not scored: ${words(row.anomaly_reason)}`
        : `Probability of as many or more by chance: ${row.tail_probability?.toPrecision(2) ?? '–'}`,
    ],
    [sent.value === null ? `No tone: ${words(sent.reason)}` : `Tone from ${sent.usable_stories} stories; before ${fixed(before.value, 2)}`],
    ...(collection.status === 'healthy' ? [] : [[`Collection unverified: ${collection.reasons.map(words).join(', ')}`]]),
  ];
}

/** Returns whether an address may be a link: a publisher's feed may have addresses of any scheme. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);
