import { describe, expect, test } from 'vitest';
import { categories } from '#schemas/vocabulary.ts';
import { articleAt, articleBySlug, defects, type Article } from '#ops/lab/upstream/generate/article.ts';
import { outlets } from '#ops/lab/upstream/generate/outlets.ts';

const many = (seed: number, count: number): readonly Article[] => Array.from({ length: count }, (_, index) => articleAt(seed, index));
const articles = many(3, 4_000);

const gains =
  /\b(?:beats|beating|tops|topping|exceeds|climb\w*|rises|rose|gains|gained|jumps|surges|soaring|rallies|higher|ahead of the|above the|record high|inflows)\b/i;
const falls = /\b(?:misses|missing|falls|fell|drops|slides|tumble\w*|slumps|sinks|sinking|lower|lost|shed|short of|below the|record low|outflows)\b/i;
/** Their leads speak of a price, too, which moves against the news or of itself. */
const oneWay: ReadonlySet<string> = new Set(['macro_gauge', 'jobs_release', 'rate_decision', 'listing_priced', 'lifestyle', 'listicle']);

describe('the generated articles', () => {
  test('go one way in headline and lead', () => {
    const told = articles.filter(({ story, language }) => language === 'en' && !oneWay.has(story));
    const [up, down] = [gains, falls].map((way) => told.filter(({ title }) => way.test(title)));
    expect(Math.min(up!.length, down!.length)).toBeGreaterThan(200);
    // A barrel is dearer where stocks fall.
    const leadOf = ({ lead }: Article): string => lead.replace(/ as inventories.*/, '');
    expect(
      [up!.filter((one) => falls.test(leadOf(one))), down!.filter((one) => gains.test(leadOf(one)))].flat().map((one) => [one.title, leadOf(one)]),
    ).toEqual([]);
  });

  test('cover every category, every outlet and every defect', () => {
    expect(new Set(articles.map(({ category }) => category))).toEqual(new Set(categories));
    expect(new Set(articles.map(({ outlet }) => outlet))).toEqual(new Set(outlets));
    expect(new Set(articles.flatMap(({ defect }) => defect ?? []))).toEqual(new Set(defects));
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

  test('are found again by the slug of their page, as long as they are out', () => {
    for (const article of articles.slice(0, 200)) {
      const found = articleBySlug(3, article.slug, 4_000);
      expect(found?.index).toBe(article.copyOf?.kind === 'same_url' ? article.copyOf.index : article.index);
    }
    expect(articleBySlug(3, articles[10]?.slug ?? '', 10)).toBeNull();
    expect(articleBySlug(3, 'no-such-page', 4_000)).toBeNull();
  });
});
