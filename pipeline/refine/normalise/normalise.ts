/** Converts an upstream's article to the served title, summary, times, domain, authors and topics. It is the first step of the lane. */
import { publisherIdentityOf } from '#schemas/identity.ts';
import { drop, keep, type Outcome } from '../../outcome.ts';
import type { Draft } from '../article/draft.ts';
import { cleanText } from './clean.ts';
import { originOf } from './domain.ts';
import { leadOf, summaryOf, articleTextOf } from './summary.ts';
import { withdrawnHeadlineOf } from './withdrawal-notice.ts';
import { cleanTitle } from './title.ts';
import { wordsOf } from '../text/words.ts';

const AUTHORS_MAX = 10;
const TOPICS_MAX = 10;

/** Sets the served fields. Drops an article without a title. */
export function normaliseArticle(draft: Draft): Outcome<Draft> {
  const { raw } = draft;
  const outlet = cleanText(raw.outlet);
  const origin = originOf(raw.url, { servedAs: raw.outlet_domain ?? null, isAggregatorEntry: publisherIdentityOf(raw.identity) !== null });
  const title = cleanTitle(raw.title, { outlet, ...origin });
  if (!/[\p{L}\p{N}]/u.test(title)) return drop('empty_title', `title as sent: ${JSON.stringify(raw.title.slice(0, 200))}`);
  const text = articleTextOf(raw.summary, raw.body, title);
  const lead = leadOf(text);
  return keep({
    ...draft,
    title,
    summary: summaryOf(text, title),
    lead,
    titleWords: wordsOf(title),
    leadWords: wordsOf(lead),
    withdrawnHeadline: withdrawnHeadlineOf(title, text),
    timePublished: publishedAt(draft) ?? raw.seen_at,
    outlet: outlet === '' ? origin.domain : outlet,
    host: origin.host,
    sourceDomain: origin.domain,
    authors: authorsOf(raw.authors),
    topics: topicsOf(raw.topics, title),
  });
}

/** Returns the publisher's time; null when there is none, or when it is after the fetch and therefore wrong. */
export const publishedAt = ({ raw }: Pick<Draft, 'raw'>): string | null =>
  raw.published_at === null || raw.published_at > raw.fetched_at ? null : raw.published_at;

function authorsOf(authors: readonly string[]): string[] {
  const names = authors.map((author) => cleanText(author).replace(/^by\s+/i, '')).filter((name) => /\p{L}/u.test(name));
  return [...new Set(names)].slice(0, AUTHORS_MAX);
}

/** Returns topics with their relevance: 1 when the headline contains the topic, else 0.5. */
function topicsOf(topics: readonly string[], title: string): { topic: string; relevance: number }[] {
  const words = (text: string): string =>
    ` ${text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  const inTitle = words(title);
  const names = [...new Set(topics.map(cleanText).filter((name) => name !== ''))].slice(0, TOPICS_MAX);
  return names.map((topic) => ({ topic, relevance: inTitle.includes(words(topic)) ? 1 : 0.5 }));
}
