/** Collects the evidence that is stored with a row: positions of names in the served text, and the reader's probabilities in permille. */
import type { StoredEvidence } from '#schemas/evidence.ts';
import type { Mention } from '../tickers/mention.ts';
import type { Draft } from './draft.ts';

type EvidenceOf = Pick<Draft, 'title' | 'summary' | 'titleWords' | 'mentions' | 'read' | 'raw' | 'answered' | 'directions'>;

export function evidenceOf(draft: EvidenceOf): StoredEvidence {
  const { mentions, read, raw, answered, directions } = draft;
  const isScoreRead = read !== null && raw.halt_reason === undefined && answered === null;
  return {
    names: mentions.map((mention) => namesOf(draft, mention)),
    ...(isScoreRead && { above: read.reading.scoreAbove.map(permille) }),
    ...(directions.length > 0 && {
      directions: directions.map(({ chances, quotes }) => {
        if (chances === null) return null;
        const up = permille(chances.get('positive') ?? 0);
        // Both probabilities may round up, but their sum must not exceed 1,000.
        return { up, down: Math.min(permille(chances.get('negative') ?? 0), 1_000 - up), words: [...quotes] };
      }),
    }),
  };
}

const permille = (chance: number): number => Math.round(chance * 1_000);

type Span = readonly [start: number, end: number];

/** Returns start and end of each name of a ticker in the served text, in one list: the name that gave it, and others that the reader found. */
function namesOf({ title, summary, titleWords, read }: EvidenceOf, mention: Mention): number[] {
  const ofTicker = read?.names.filter(({ mention: { entry } }) => entry.symbol === mention.entry.symbol) ?? [];
  const spans = [mention, ...ofTicker.map((name) => name.mention)].flatMap(({ text, place, from }): Span[] => {
    if (place === 'body') return [];
    const isTitle = place === 'title';
    const start = isTitle ? indexInTitle(title, text, titleWords.start[from] ?? 0) : indexOfWhole(summary, text);
    const at = start + (isTitle ? 0 : title.length + 1);
    return start < 0 ? [] : [[at, at + text.length]];
  });
  const apart: Span[] = [];
  for (const span of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) if (span[0] >= (apart.at(-1)?.[1] ?? 0)) apart.push(span);
  return apart.flat();
}

/** Returns the index of the text: at this word, or before it when a sign comes first, as in `$AAPL`. */
const indexInTitle = (title: string, text: string, wordStart: number): number =>
  title.startsWith(text, wordStart) ? wordStart : title.indexOf(text, Math.max(0, wordStart - text.length));

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Returns the first index at which the text is not part of a longer word, or -1. */
function indexOfWhole(within: string, text: string): number {
  for (let at = within.indexOf(text); at >= 0; at = within.indexOf(text, at + 1)) {
    if (!LETTER_OR_DIGIT.test(within.charAt(at - 1)) && !LETTER_OR_DIGIT.test(within.charAt(at + text.length))) return at;
  }
  return -1;
}
