import { expect, test } from 'vitest';
import { publisherOf, type ArticleSource } from '#schemas/publisher-owners.ts';

const spoken = (changes: Partial<ArticleSource>): string =>
  publisherOf({ source: 'The Herald', source_domain: 'herald.example', authors: [], summary: '', ...changes });

test.each<[string, Partial<ArticleSource>, string]>([
  ['an outlet that is not listed is its own publisher', {}, 'herald.example'],
  ['sister outlets are one', { source_domain: 'marketwatch.com' }, 'News Corp'],
  ['a text by an agency is the agency’s, wherever it stands', { authors: ['Jane Doe', 'reuters'] }, 'Thomson Reuters'],
  ['by its dateline', { summary: 'NEW YORK, Nov. 3 (Reuters) - Acme rose.' }, 'Thomson Reuters'],
  ['by its dateline without a place', { summary: '(AP) — Acme rose.' }, 'Associated Press'],
  ['by its outlet name', { source: 'Associated Press' }, 'Associated Press'],
  ['a mention is not a dateline', { summary: 'Acme (which Reuters wrote about) - rose.' }, 'herald.example'],
  ['another word in brackets is not an agency', { summary: 'Acme (Holdings) - rose.' }, 'herald.example'],
  ['without a domain the name counts', { source_domain: '' }, 'The Herald'],
])('%s', (_, changes, publisher) => {
  expect(spoken(changes)).toBe(publisher);
});
