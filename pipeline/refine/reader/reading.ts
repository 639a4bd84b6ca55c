/** Reads a headline or lead with the trained network, which takes milliseconds and blocks its thread. */
import { categories, type Category, type Sentiment } from '#schemas/vocabulary.ts';
import { MODEL_FOLDER, openNetwork, type Network } from './network.ts';

/** Span of a name in a text: offset of its first character and of the one after its last. */
export interface NameSpan {
  readonly start: number;
  readonly end: number;
}

export interface Likely<T> {
  readonly value: T;
  /** Probability that the value is right, 0-1. */
  readonly chance: number;
  readonly chances: ReadonlyMap<T, number>;
}

export interface NameReading {
  /** Probability that the text is about this company, 0-1. Low for a bank that is quoted, or a word that only looks like the name. */
  readonly isSubject: number;
  readonly direction: Likely<Sentiment>;
}

export interface Reading {
  readonly category: Likely<Category>;
  /** Probability that a trading desk wants the text, 0-1. */
  readonly wanted: number;
  /** 1-10, the median of the distribution. */
  readonly score: number;
  /** Probabilities that the score is above 1, 2 … 9; they never rise. */
  readonly scoreAbove: readonly number[];
  /** Direction of the text as a whole. */
  readonly tone: Likely<Sentiment>;
  /** Words of the text in order. `weight` is the change of the probability of the tone by the word, above 0 for positive. */
  readonly evidence: readonly { readonly text: string; readonly weight: number }[];
  /** Sorted like the given names; null for a name after the last token, or inside another name. */
  readonly names: readonly (NameReading | null)[];
}

const [CLS, SEP, OPEN, CLOSE] = [101, 102, 1, 2] as const;
const TOKENS_MAX = 80;
/** Length to which a word is cut, because the tokeniser knows no longer one and would be slow. */
const WORD_LENGTH_MAX = 100;
const SCORE_EDGES = 9;

let network: Network | null = null;

/** Returns the tokens of a text with each name between its markers, cut to `TOKENS_MAX`. */
function markNames({ tokensOf }: Network, text: string, names: readonly NameSpan[]) {
  const tokens: number[] = [CLS];
  /** Positions of the two markers of each name, by index of the name. */
  const markers = new Map<number, readonly [number, number]>();
  const words: { text: string; from: number; to: number }[] = [];
  const put = (from: number, to: number): void => {
    for (const [word] of text.slice(from, to).matchAll(/\S+/g)) {
      const at = tokens.length;
      if (at >= TOKENS_MAX) return;
      tokens.push(...tokensOf(word.slice(0, WORD_LENGTH_MAX)));
      if (tokens.length < TOKENS_MAX) words.push({ text: word, from: at, to: tokens.length });
    }
  };
  const inOrder = names.map((name, index) => ({ ...name, index })).toSorted((a, b) => a.start - b.start || b.end - a.end);
  let at = 0;
  for (const { start, end, index } of inOrder) {
    if (start < at) continue;
    put(at, start);
    const open = tokens.push(OPEN) - 1;
    put(start, end);
    markers.set(index, [open, tokens.push(CLOSE) - 1]);
    at = end;
  }
  put(at, text.length);
  return { tokens: [...tokens.slice(0, TOKENS_MAX - 1), SEP], markers, words };
}

/** Returns the probabilities of every head, including those that are only used in training. */
export function chancesIn(text: string, names: readonly NameSpan[]) {
  network ??= openNetwork(MODEL_FOLDER);
  const net = network;
  const { tokens, markers, words } = markNames(net, text, names);
  const out = net.run(tokens);
  const { text: textHeads, name: nameHeads, temperature } = net.card;
  const [textFrom, nameFrom] = [offsetsOf(textHeads), offsetsOf(nameHeads)];
  const nameWidth = widthOf(nameHeads);
  const edges = out.text.subarray(widthOf(textHeads), widthOf(textHeads) + SCORE_EDGES);
  const ofName = ([open, close]: readonly [number, number], head: string): Map<string, number> => {
    const at = nameFrom.get(head)!;
    const logits = nameHeads[head]!.map((_, k) => out.tokens[open * out.width + at + k]! + out.tokens[close * out.width + nameWidth + at + k]!);
    return softmax(logits, nameHeads[head]!, temperature[head]);
  };
  return {
    text: (head: string) =>
      softmax(
        textHeads[head]!.map((_, k) => out.text[textFrom.get(head)! + k]!),
        textHeads[head]!,
        temperature[head],
      ),
    // Sorted, because the edges are learned one by one and may cross; the median stays the same.
    scoreAbove: Array.from(edges.toSorted(), (logit) => 1 / (1 + Math.exp(-logit))).reverse(),
    evidence: words.map(({ text: word, from, to }) => ({
      text: withoutPunctuation(word),
      weight: meanOf(from, to, (at) => out.tokens[at * out.width + 2 * nameWidth] ?? 0),
    })),
    names: names.map((_, index) => {
      const at = markers.get(index);
      return at === undefined || at[1] >= tokens.length - 1 ? null : (head: string) => ofName(at, head);
    }),
  };
}

/** Returns the reading of a text; equal text and names give an equal reading. */
export function readNow(text: string, names: readonly NameSpan[]): Reading {
  const said = chancesIn(text, names);
  const kinds = said.text('cat');
  return {
    category: likeliest(new Map(categories.map((category) => [category, kinds.get(category) ?? 0]))),
    wanted: said.text('serve').get('yes')!,
    score: 1 + said.scoreAbove.filter((chance) => chance > 0.5).length,
    scoreAbove: said.scoreAbove,
    tone: likeliest(said.text('tone') as Map<Sentiment, number>),
    evidence: said.evidence,
    names: said.names.map((name) => name && { isSubject: name('role').get('subject')!, direction: likeliest(name('dir') as Map<Sentiment, number>) }),
  };
}

const withoutPunctuation = (word: string): string => word.replace(/^[^\p{L}\p{N}$€£¥+−-]+|[^\p{L}\p{N}%]+$/gu, '');

function meanOf(from: number, to: number, valueAt: (at: number) => number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += valueAt(at);
  return to > from ? sum / (to - from) : 0;
}

type Heads = Readonly<Record<string, readonly string[]>>;

const widthOf = (heads: Heads): number => Object.values(heads).reduce((sum, labels) => sum + labels.length, 0);

function offsetsOf(heads: Heads): Map<string, number> {
  const offsets = new Map<string, number>();
  let at = 0;
  for (const [head, labels] of Object.entries(heads)) {
    offsets.set(head, at);
    at += labels.length;
  }
  return offsets;
}

function softmax(logits: readonly number[], labels: readonly string[], temperature = 1): Map<string, number> {
  const most = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp((logit - most) / temperature));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return new Map(labels.map((label, k) => [label, weights[k]! / sum]));
}

export function likeliest<T>(of: ReadonlyMap<T, number>): Likely<T> {
  const [first] = [...of].toSorted((a, b) => b[1] - a[1]);
  return { value: first![0], chance: first![1], chances: of };
}
