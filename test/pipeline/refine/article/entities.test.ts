import { expect, test } from 'vitest';
import { companyNames } from '#pipeline/refine/tickers/names/company-names.ts';
import { putEntities } from '#pipeline/refine/article/entities.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import { directory, normalised } from '../fixtures.ts';

function entities(title: string, summary = '') {
  const linked = putTickers(normalised(title, { summary }), { directory });
  const outcome = linked.kept ? putEntities(linked.value) : linked;
  return outcome.kept ? outcome.value.entities : [];
}

test('companies carry the name that the article uses, and their ticker', () => {
  expect(entities('Ford recalls trucks')).toEqual([{ name: 'Ford', type: 'company', description: 'FORD MOTOR CO, F on NYSE' }]);
  expect(entities('Bitcoin slides')).toEqual([{ name: 'Bitcoin', type: 'cryptocurrency', description: 'Bitcoin USD, BTC-USD on CCC' }]);
});

test('people are named where their office is before them, and nobody is guessed', () => {
  expect(entities('Meta CEO Mark Zuckerberg says layoffs are over')).toContainEqual({ name: 'Mark Zuckerberg', type: 'person', description: 'CEO' });
  const people = ['CEO To Step Down At Ford', 'Ford CEO Says Demand Is Strong', 'New CEO Search Begins', 'Mark Zuckerberg speaks']
    .flatMap((title) => entities(title))
    .filter(({ type }) => type === 'person');
  expect(people).toEqual([]);
});

test('agencies are those of the list', () => {
  expect(entities('FDA approves Merck drug as Fed officials meet').map(({ name }) => name)).toEqual(['Merck', 'Federal Reserve', 'FDA']);
});

test('the names that tell a story’s company are those of its companies and coins', () => {
  const found = entities('Meta CEO Mark Zuckerberg meets FTC');
  expect(companyNames(found)).toEqual(['Meta', 'Meta Platforms, Inc., META on Nasdaq']);
});
