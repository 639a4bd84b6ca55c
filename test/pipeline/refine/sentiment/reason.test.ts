import { expect, test } from 'vitest';
import { reasonOf, type Told } from '#pipeline/refine/sentiment/reason.ts';

const told = (changes: Partial<Told>): string =>
  reasonOf({
    sentiment: 'neutral',
    place: null,
    evidence: { of: '', against: '' },
    ticker: 'ZPH',
    title: 'Zephyr promotes finance head to chief operating officer',
    kind: '',
    category: 'other',
    ...changes,
  });

test('a neutral reading says what the news is', () => {
  expect(told({ kind: 'appointment' })).toBe('The article reports an appointment; nothing in it points the price of ZPH clearly up or down.');
  expect(told({ category: 'technology' })).toBe(
    'The article reports news of a product or of technology; nothing in it points the price of ZPH clearly up or down.',
  );
});

test('a direction names the phrases that say so, and those against it', () => {
  expect(told({ sentiment: 'negative', place: 'headline', evidence: { of: '“plunges”', against: '“beats”' } })).toBe(
    'The headline says “plunges” of ZPH, which points to a lower price, against “beats”.',
  );
});

test('without a phrase the headline is quoted whole, without tags and invitations of a post', () => {
  expect(told({ sentiment: 'positive', place: 'headline', title: 'Zephyr: Too Good To Ignore. #stocks #markets. Read more:…' })).toBe(
    'Taken as a whole “Zephyr: Too Good To Ignore” reads as good news for ZPH, which points to a higher price.',
  );
  expect(told({ sentiment: 'positive', place: 'headline', title: 'Zephyr grows '.repeat(30) })).toContain('…”');
});
