import { describe, expect, test } from 'vitest';
import { categories } from '#schemas/vocabulary.ts';
import { articleAt, articleBySlug, bodyOf, defects, outletAt, type Article } from '#ops/lab/upstream/generate/article.ts';
import { listedCompanies } from '#ops/lab/upstream/generate/companies.ts';
import { addressOf } from '#ops/lab/upstream/generate/newsstand.ts';
import { outlets } from '#ops/lab/upstream/generate/outlets.ts';
import { generatedSymbols } from '#ops/lab/upstream/generate/listings.ts';

const many = (seed: number, count: number): readonly Article[] => Array.from({ length: count }, (_, index) => articleAt(seed, index));
const articles = many(3, 4_000);

describe('the generated articles', () => {
  test('do not depend on which was made first', () => {
    expect(articleAt(3, 2_500)).toEqual(articles[2_500]);
    expect(articles.every((article, index) => outletAt(3, index) === article.outlet)).toBe(true);
  });

  test('cover every category, every outlet and every defect', () => {
    expect(new Set(articles.map(({ category }) => category))).toEqual(new Set(categories));
    expect(new Set(articles.map(({ outlet }) => outlet))).toEqual(new Set(outlets));
    expect(new Set(articles.flatMap(({ defect }) => defect ?? []))).toEqual(new Set(defects));
  });

  test('name tickers of the symbol list, or coins', () => {
    const known = new Set(generatedSymbols.map(({ ticker }) => ticker));
    const tickers = articles.flatMap((article) => article.tickers);
    expect(tickers.filter((ticker) => !known.has(ticker) && !ticker.endsWith('-USD'))).toEqual([]);
    expect(new Set(tickers).size).toBeGreaterThan(200);
  });

  test('copy only sound originals that came before, on another outlet', () => {
    for (const { copyOf, outlet, index } of articles) {
      if (copyOf === null) continue;
      const source = articles[copyOf.index];
      expect(copyOf.index).toBeLessThan(index);
      expect([source?.copyOf, source?.defect, source?.language]).toEqual([null, null, 'en']);
      expect(source?.outlet).not.toBe(outlet);
    }
    const kinds = new Set(articles.map(({ copyOf }) => copyOf?.kind));
    expect(kinds).toEqual(new Set([undefined, 'reprint', 'independent', 'same_url']));
  });

  test('stand on the site of their outlet, a page again on that of the outlet that has it', () => {
    for (const article of articles) {
      const host = `www.${(article.copyOf?.kind === 'same_url' ? articles[article.copyOf.index]! : article).outlet.domain}`;
      const { protocol, hostname, pathname } = new URL(addressOf(article));
      expect({ protocol, hostname, pathname }).toEqual({ protocol: 'https:', hostname: host, pathname: `/articles/${article.slug}` });
      expect(hostname).toMatch(/\.example$/);
    }
    expect(new Set(articles.map((article) => new URL(addressOf(article)).hostname)).size).toBeGreaterThan(20);
  });

  test('share the address exactly where they are the same page again', () => {
    const bySlug = Map.groupBy(articles, ({ slug }) => slug);
    for (const group of bySlug.values()) expect(group.filter(({ copyOf }) => copyOf?.kind !== 'same_url')).toHaveLength(1);
  });

  test('vary: few sound originals share a title', () => {
    const titles = articles
      .filter(({ copyOf, defect, story }) => copyOf === null && defect === null && story !== 'lifestyle')
      .map(({ title }) => title);
    expect(new Set(titles).size / titles.length).toBeGreaterThan(0.95);
  });

  test('are found again by the slug of their page, as long as they are out', () => {
    for (const article of articles.slice(0, 200)) {
      const found = articleBySlug(3, article.slug, 4_000);
      expect(found?.index).toBe(article.copyOf?.kind === 'same_url' ? article.copyOf.index : article.index);
    }
    expect(articleBySlug(3, articles[10]?.slug ?? '', 10)).toBeNull();
    expect(articleBySlug(3, 'no-such-page', 4_000)).toBeNull();
  });

  test('have a body of several paragraphs that begins with the lead', () => {
    for (const article of articles.slice(0, 100)) {
      const body = bodyOf(3, article);
      expect(body[0]).toBe(article.lead);
      expect(body.length).toBeGreaterThan(1);
    }
  });
});

test('the symbol list has about 300 companies, each with a ticker and a CIK of its own', () => {
  expect(listedCompanies).toHaveLength(300);
  expect(new Set(listedCompanies.map(({ cik }) => cik)).size).toBe(300);
  expect(new Set(generatedSymbols.map(({ ticker }) => ticker)).size).toBe(generatedSymbols.length);
  expect(generatedSymbols.every(({ ticker }) => /^[A-Z]{3,5}(-[AB])?$/.test(ticker))).toBe(true);
});
