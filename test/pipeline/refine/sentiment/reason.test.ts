import { expect, test } from 'vitest';
import { reasonOf, type ReasonParts } from '#pipeline/refine/sentiment/reason.ts';

const reason = (changes: Partial<ReasonParts>): string =>
  reasonOf({
    sentiment: 'neutral',
    place: null,
    quoted: '',
    ticker: 'ZPH',
    title: 'Zephyr promotes finance head to chief operating officer',
    category: 'other',
    ...changes,
  });

test('a neutral reading says what the news is', () => {
  expect(reason({ category: 'technology' })).toBe(
    'The article reports news about a product or technology; nothing in it clearly points to a higher or lower price of ZPH.',
  );
});

test('a direction names the words that say so', () => {
  expect(reason({ sentiment: 'negative', place: 'headline', quoted: '“plunges”' })).toBe(
    'The headline says “plunges” about ZPH, which points to a lower price.',
  );
});

test('without a word that weighs the headline is quoted whole, without tags and invitations of a post', () => {
  expect(reason({ sentiment: 'positive', place: 'headline', title: 'Zephyr: Too Good To Ignore. #stocks #markets. Read more:…' })).toBe(
    'Taken as a whole “Zephyr: Too Good To Ignore” reads as good news for ZPH, which points to a higher price.',
  );
  expect(reason({ sentiment: 'positive', place: 'headline', title: 'Zephyr grows '.repeat(30) })).toContain('…”');
});
