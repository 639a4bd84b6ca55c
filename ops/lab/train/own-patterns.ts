/** Reads the sentence patterns of a file in texts/: one per line, after a label and a blank. */
import { readFileSync } from 'node:fs';
import type { Sentiment } from '#schemas/vocabulary.ts';

export interface OwnPattern {
  /** What stands before the first space: signs of directions, a category, or whether a desk wants it. */
  readonly label: string;
  readonly pattern: string;
}

export function ownPatterns(file: 'directed' | 'sentences' | 'categorised' | 'desk'): OwnPattern[] {
  const lines = readFileSync(new URL(`./texts/${file}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const space = line.indexOf(' ');
    return { label: line.slice(0, space), pattern: line.slice(space + 1) };
  });
}

/** null: the direction is not told. */
export const directionOf = (sign: string): Sentiment | null => directions[sign] ?? null;

const directions: Readonly<Record<string, Sentiment>> = { '+': 'positive', '-': 'negative', '0': 'neutral' };
