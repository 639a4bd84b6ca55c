import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { categories } from '#schemas/vocabulary.ts';
import { mayBeMarketWide } from '#pipeline/refine/reader/card.ts';
import { readText } from '#pipeline/refine/reader/reader.ts';
import type { NameSpan } from '#pipeline/refine/reader/reading.ts';

const spanOf = (text: string, name: string): NameSpan => ({ start: text.indexOf(name), end: text.indexOf(name) + name.length });
const texts = [
  'Ford shares jump 8% after results',
  'Zürich insurer raises payout to CHF 27',
  'Fed holds rates',
  '',
  '$',
  'ＦＯＲＤ　ｒｉｓｅｓ 📈',
  'a'.repeat(4_000),
  'word '.repeat(400),
];

test('answers about any text, each answer with its chance', () => {
  for (const text of texts) {
    const reading = readText(text, []);
    expect(categories).toContain(reading.category.value);
    for (const chance of [reading.category.chance, reading.wanted, reading.tone.chance]) {
      expect(chance).toBeGreaterThan(0);
      expect(chance).toBeLessThanOrEqual(1);
    }
    expect(reading.score).toBeGreaterThanOrEqual(1);
    expect(reading.score).toBeLessThanOrEqual(10);
  }
});

test.each([
  'Tariffs on steel doubled',
  'Sanctions lifted',
  'VIX at a low',
  'S&P futures steady',
  'Gold edges up',
  'OPEC meets',
  'CPI due',
  'Truce holds',
])('a text without a name may be news of the economy, of commodities or of politics: %s', (text) => expect(mayBeMarketWide(text)).toBe(true));

test.each(['Seven recipes for the weekend', 'Our favourite headphones'])('and may be none: %s', (text) => expect(mayBeMarketWide(text)).toBe(false));

test('reads each name of a headline by itself, in the order they are asked about', () => {
  const text = 'Pfizer to buy Seagen for $43 billion; Seagen shares soar';
  const [first, second] = readText(text, [spanOf(text, 'Seagen'), spanOf(text, 'Pfizer')]).names;
  expect(first?.direction.value).toBe('positive');
  expect(second?.direction.value).not.toBe(undefined);
  expect(first?.isSubject).toBeGreaterThan(0.5);
});

test('a name inside another, and one after the part that is read, have no reading', () => {
  const text = `General Motors ${'and others '.repeat(80)}Ford`;
  const { names } = readText(text, [spanOf(text, 'General Motors'), spanOf(text, 'Motors'), spanOf(text, 'Ford')]);
  expect(names.map((name) => name === null)).toEqual([false, true, true]);
});

test('the words of a text stand in its evidence in order, without the marks around them', () => {
  expect(readText('Ford, GM “plunge” 5%', []).evidence.map(({ text }) => text)).toEqual(['Ford', 'GM', 'plunge', '5%']);
});

test('the same text gives the same answer in any order, and in another process', async () => {
  const answers = (of: readonly string[]): string[] =>
    of.map((text) => JSON.stringify(readText(text, [{ start: 0, end: Math.min(4, text.length) }])));
  const headlines = Array.from(
    { length: 30 },
    (_, at) => `Norvik ${['beats', 'misses', 'cuts', 'raises'][at % 4]} outlook for ${2026 + at}, shares ${at % 2 ? 'up' : 'down'} ${at}%`,
  );
  const forwards = answers(headlines);
  const child = fork(fileURLToPath(new URL('./read-in-process.ts', import.meta.url)), { serialization: 'advanced' });
  child.send(headlines.toReversed());
  const [elsewhere] = (await once(child, 'message')) as [string[]];
  expect(elsewhere.toReversed()).toEqual(forwards);
});
