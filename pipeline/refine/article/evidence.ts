/** Collects what an article's tickers, score and directions rest on: places of names in the served text, and the reader's chances. */
import type { StoredEvidence } from '#schemas/evidence.ts';
import type { Mention } from '../tickers/mention.ts';
import type { Draft } from './draft.ts';

type EvidenceOf = Pick<Draft, 'title' | 'summary' | 'titleWords' | 'mentions' | 'read' | 'raw' | 'answered' | 'directions'>;

/** Returns the evidence that is stored with the row; probabilities in permille. */
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
        // Both may be rounded up, but their sum must not exceed one.
        return { up, down: Math.min(permille(chances.get('negative') ?? 0), 1_000 - up), words: [...quotes] };
      }),
    }),
  };
}

const permille = (chance: number): number => Math.round(chance * 1_000);

type Place = readonly [start: number, end: number];

/** Returns the places of a ticker's names: the name that gave the ticker, and other names that the reader found in the headline. */
function namesOf({ title, summary, titleWords, read }: EvidenceOf, mention: Mention): number[] {
  const ofTicker = read?.names.filter(({ mention: { entry } }) => entry.symbol === mention.entry.symbol) ?? [];
  const places = [mention, ...ofTicker.map((name) => name.mention)].flatMap(({ text, place, from }): Place[] => {
    if (place === 'body') return [];
    const isTitle = place === 'title';
    const start = isTitle ? nearestPlace(title, text, titleWords.start[from] ?? 0) : wholePlace(summary, text);
    const at = start + (isTitle ? 0 : title.length + 1);
    return start < 0 ? [] : [[at, at + text.length]];
  });
  const apart: Place[] = [];
  for (const place of places.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) if (place[0] >= (apart.at(-1)?.[1] ?? 0)) apart.push(place);
  return apart.flat();
}

/** Returns where the text begins: at this word, or before it where a sign comes first, as in `$AAPL`. */
const nearestPlace = (title: string, text: string, wordStart: number): number =>
  title.startsWith(text, wordStart) ? wordStart : title.indexOf(text, Math.max(0, wordStart - text.length));

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Returns the first place of the text that is not a part of a longer word; -1 where there is none. */
function wholePlace(within: string, text: string): number {
  for (let at = within.indexOf(text); at >= 0; at = within.indexOf(text, at + 1)) {
    if (!LETTER_OR_DIGIT.test(within.charAt(at - 1)) && !LETTER_OR_DIGIT.test(within.charAt(at + text.length))) return at;
  }
  return -1;
}
