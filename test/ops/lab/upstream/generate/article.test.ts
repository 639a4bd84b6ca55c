import { describe, expect, test } from 'vitest';
import { categories } from '#schemas/vocabulary.ts';
import { articleAt, defects, type Article } from '#ops/lab/upstream/generate/article.ts';
import { outlets } from '#ops/lab/upstream/generate/outlets.ts';

const many = (seed: number, count: number): readonly Article[] => Array.from({ length: count }, (_, index) => articleAt(seed, index));
const articles = many(3, 4_000);

describe('the generated articles', () => {
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
});
