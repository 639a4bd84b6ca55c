import { expect, test } from 'vitest';
import { articleAt, bodyOf } from '#ops/lab/upstream/generate/article.ts';
import { articlePage } from '#ops/lab/upstream/generate/page.ts';
import { mainText } from '#pipeline/ingest/publishers/page/main-text.ts';
import { numbersTo } from '#test/support/raw-articles.ts';

test('the main text of a generated page is the article, without navigation, notices, byline and footer', () => {
  for (const article of numbersTo(100).map((index) => articleAt(3, index))) {
    const { body } = articlePage(3, article, Date.parse('2026-03-02T14:30:00Z'));
    expect(mainText((body as Buffer).toString('utf8')).split('\n'), article.title).toEqual(bodyOf(3, article));
  }
});
