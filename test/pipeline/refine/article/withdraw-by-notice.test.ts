/** A notice at an address of its own withdraws the row of the article that it means, and no other. */
import { expect, test } from 'vitest';
import type { FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { at, newLog, rawArticle, timesAt } from '../fixtures.ts';

const article = rawArticle('Nvidia falls after revenue misses estimates', {
  summary: 'Nvidia Corp reported revenue of $35.1 billion, below estimates of $36.2 billion.',
});
test.each([
  ['of its publisher', 'https://www.example.com/notices/1', true],
  ['of another publisher', 'https://other.example.org/1', false],
])('a notice under an address of its own withdraws the row with its headline: %s', (_, url, isWithdrawn) => {
  const log = newLog();
  const [row] = log.take(article) as FeedRow[];
  const title = `WITHDRAWN: ${article.title}`;
  const records = log.take({ ...article, title, url, identity: url, outlet_domain: new URL(url).hostname.split('.').slice(-2).join('.') }, at(1));
  expect(records).toMatchObject([isWithdrawn ? { type: 'revision', revises: row!.uid, item: null } : { type: 'drop', reason: 'withdrawn' }]);
});

test('a notice that names the article in its text alone withdraws it', () => {
  const log = newLog();
  const [row] = log.take(article) as FeedRow[];
  const summary = `We are advised by Nvidia that readers should disregard the news release "${article.title}" issued on June 1.`;
  const notice = rawArticle('/DISREGARD RELEASE: Nvidia Corp./', { summary });
  expect(log.take(notice, at(1))).toMatchObject([{ type: 'revision', revises: row!.uid, item: null }]);
});

test('a notice that names the company alone withdraws its only row of the day', () => {
  const notice = rawArticle('/DISREGARD RELEASE: Nvidia Corp./', timesAt(1));
  const log = newLog();
  const [row] = log.take(article) as FeedRow[];
  expect(log.take(notice, at(1))).toMatchObject([{ type: 'revision', revises: row!.uid, item: null }]);
  const other = newLog();
  other.take(article);
  other.take(rawArticle('Nvidia to buy back $50 billion of shares'));
  expect(other.take(notice, at(1))).toMatchObject([{ type: 'drop', reason: 'withdrawn' }]);
  const partner = newLog();
  partner.take(article);
  const ofPartner = { ...notice, title: '/DISREGARD RELEASE: Pfizer Inc./', summary: 'It was written with Nvidia (NASDAQ: NVDA).' };
  expect(partner.take(ofPartner, at(1))).toMatchObject([{ type: 'drop', reason: 'withdrawn' }]);
});

test.each([
  [10, 'revision'],
  [11, 'drop'],
])('a company with %i earlier articles may have others of the day than are looked up: a notice that names it alone makes a %s', (count, type) => {
  const log = newLog();
  const products = ['chip', 'car', 'phone', 'robot', 'bank', 'farm', 'ship', 'plane', 'film', 'drug', 'mine'];
  for (const [place, product] of products.slice(0, count).entries()) {
    const hours = 2 * place - 48;
    const [made] = log.take(rawArticle(`Nvidia wins ${product} contract in Brazil`, timesAt(hours)), at(hours));
    expect(made?.type).toBe('row');
  }
  const [row] = log.take(article) as FeedRow[];
  const notice = rawArticle('/DISREGARD RELEASE: Nvidia Corp./', timesAt(1));
  expect(log.take(notice, at(1))).toMatchObject([type === 'drop' ? { type } : { type, revises: row!.uid }]);
});

test('a notice withdraws the row of the company that it names, though another company of its wire has the same headline', () => {
  const title = 'Reports Third Quarter 2026 Financial Results';
  const of = (company: string, revenue: string): RawArticle =>
    rawArticle(title, { summary: `${company} reported revenue of ${revenue} for the quarter.` });
  const log = newLog();
  const rows = [of('Ford Motor (NYSE: F)', '$45.1 billion'), of('Visa (NYSE: V)', '$9.6 billion'), of('Pfizer (NYSE: PFE)', '$16.7 billion')].flatMap(
    (raw) => log.take(raw),
  ) as FeedRow[];
  expect(rows.map(({ type }) => type)).toEqual(['row', 'row', 'row']);
  const notice = (summary: string): FeedRecord[] => log.take(rawArticle(`WITHDRAWN: ${title}`, { summary }), at(1));
  expect(notice('Visa (NYSE: V) withdrew it.')).toMatchObject([{ type: 'revision', revises: rows[1]!.uid, item: null }]);
  expect(notice('Boeing (NYSE: BA) withdrew it.')).toMatchObject([{ type: 'drop', reason: 'withdrawn' }]);
  expect(notice('')).toMatchObject([{ type: 'drop', reason: 'withdrawn' }]);
});
