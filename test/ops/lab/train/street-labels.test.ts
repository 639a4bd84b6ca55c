import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { categories, type Sentiment } from '#schemas/vocabulary.ts';
import { dataDir } from '#test/support/data.ts';
import { headlineKey, servedTitle, streetDirections, streetHeadlines, streetLabels } from '#ops/lab/train/street-labels.ts';

test('a text has the same key whatever its case, marks, entities and links', () => {
  expect(headlineKey('A &amp; B rise 5% https://t.co/x1')).toBe(headlineKey('a  B: rise, 5'));
  expect(headlineKey('A rises 5%')).not.toBe(headlineKey('A rises 6%'));
});

test('each label names a text once and has a category of the vocabulary, or none where no desk wants it, or directions of names alone', () => {
  const labels = streetLabels();
  expect(labels.length).toBeGreaterThan(500);
  const seen = new Set(labels.map(({ set, key }) => `${set} ${key}`));
  expect(seen.size).toBe(labels.length);
  const directions = new Set<Sentiment | null>();
  for (const { key, category, names = {} } of labels) {
    expect(key).toMatch(/^[0-9a-f]{16}$/);
    if (category === undefined) expect(names).not.toEqual({});
    else if (category !== null) expect(categories).toContain(category);
    for (const direction of Object.values(names)) directions.add(direction);
  }
  expect(directions).toEqual(new Set(['negative', 'neutral', 'positive', null]));
});

test('a folder without the texts gives no headlines, and other texts are not taken for theirs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'street-'));
  expect(streetHeadlines(folder)).toEqual([]);
  mkdirSync(join(folder, 'tickers'));
  writeFileSync(join(folder, 'tickers/twitter_cashtag_headlines.jsonl'), `${JSON.stringify({ headline: 'Norvik opens a branch in Halden' })}\n`);
  expect(streetHeadlines(folder)).toEqual([]);
});

test('a headline is trained on as it is served: without the hashtags at its end', () => {
  expect(servedTitle('Okta: Finally Time To Go Long. #markets #trading #stockmarket')).toBe('Okta: Finally Time To Go Long');
});

const texts = dataDir('nlp');
test.skipIf(texts === null)(
  'each name with a clear direction is a row of its own, the others beside it (skipped without the folder of texts)',
  () => {
    const rows = streetDirections(texts!);
    expect(rows.length).toBeGreaterThan(500);
    expect(rows.some(({ isContested, others }) => isContested && others.length > 0)).toBe(true);
    for (const { about, others } of rows)
      for (const { from, to } of about!) for (const other of others) expect(other.to <= from || other.from >= to).toBe(true);
  },
);
