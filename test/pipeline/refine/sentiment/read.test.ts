import { describe, expect, test } from 'vitest';
import { readSentiment } from '#pipeline/refine/sentiment/read.ts';
import type { Span } from '#pipeline/refine/sentiment/polarity.ts';
import { wordsOf, type Words } from '#pipeline/refine/text/words.ts';

function spanOf(words: Words, name: string): Span {
  const { lower } = wordsOf(name);
  const from = words.lower.findIndex((_, i) => lower.every((word, k) => words.lower[i + k] === word));
  return { from, to: from + lower.length };
}

function ofName(title: string, name: string, others: readonly string[] = []) {
  const words = wordsOf(title);
  return readSentiment(
    words,
    [spanOf(words, name)],
    others.map((other) => spanOf(words, other)),
  );
}

describe('a reading', () => {
  test('is of the name that is asked about', () => {
    expect(ofName('Wipro slides as Infosys rallies', 'Wipro', ['Infosys']).sentiment).toBe('negative');
    expect(ofName('Wipro slides as Infosys rallies', 'Infosys', ['Wipro']).sentiment).toBe('positive');
  });

  test('is surer of plain words than of none', () => {
    expect(ofName('Wipro shares plunge 8% after profit warning', 'Wipro').chance).toBeGreaterThan(0.85);
    expect(ofName('Wipro wine bar reopens', 'Wipro').sentiment).toBe('neutral');
  });

  test('of a text as a whole needs no name', () => {
    expect(readSentiment(wordsOf('Stocks tumble as recession fears grow'), null, []).sentiment).toBe('negative');
    expect(readSentiment(wordsOf(''), null, []).chance).toBeLessThanOrEqual(1);
  });

  test('is never the opposite of what sure words say: the model may only doubt them', () => {
    for (const text of [
      'Passenger numbers went down to a new low after the launch of the service',
      'The market share went down to EUR 8.3 mn from EUR 9.4 mn',
      'The fair value of the properties fell in the second half, while costs were lower',
    ])
      expect(readSentiment(wordsOf(text), null, []).sentiment, text).toBe('negative');
  });

  test('quotes phrases of the rules only: what the weights alone see is no quote', () => {
    expect(ofName('Wipro on a roll after bagging a mega deal', 'Wipro').expressions).toEqual([]);
    const title = 'Wipro raises full-year profit guidance';
    for (const { text } of ofName(title, 'Wipro').expressions) expect(title).toContain(text);
  });

  test('is the same each time, whatever was read in between', () => {
    const before = ofName('Infosys beats estimates', 'Infosys');
    ofName('Wipro shares plunge 8% after profit warning', 'Wipro');
    expect(ofName('Infosys beats estimates', 'Infosys')).toEqual(before);
  });
});
