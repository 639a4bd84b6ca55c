/**
 * Turns a regular expression into attack texts that make it scan the same characters repeatedly: a prefix that reaches a repeated part,
 * many copies of a character or word that the part matches, and an end that does not match.
 */
import { partsOf, readPattern, type Pattern } from './pattern.ts';

/** Makes a string of about `length` characters. */
export interface Attack {
  readonly name: string;
  readonly of: (length: number) => string;
}

/** Minimum number of repetitions of a part that is worth attacking. */
const repeatedMin = 6;
const prefixesMax = 7;
const charactersMax = 10;
const insideMax = 4;
const wordsMax = 8;

const others = '\u0001\u0085\u00a0\u00adéÉ’‘“”–—…€£¥·•®\u200b\u2028\u2060\ufeff中Я\ue000\ue001\ufffd';
const alphabet = ['\t', '\n', '\r', ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)), ...others];

/** Returns a function that finds the characters of the alphabet which a one-character part matches. */
function createMatcher(flags: string): (source: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  const plain = flags.replace(/[gyd]/g, '');
  return (source) => {
    let found = known.get(source);
    if (found === undefined) {
      const whole = new RegExp(`^(?:${source})$`, plain);
      // A literal of the pattern may not be in the alphabet.
      found = new Set([...alphabet, ...(source.length <= 2 ? [source.replace('\\', '')] : [])].filter((character) => whole.test(character)));
      known.set(source, found);
    }
    return found;
  };
}

export function attacksOn({ source, flags }: { readonly source: string; readonly flags: string }): Attack[] {
  const pattern = readPattern(source, flags);
  const matches = createMatcher(flags);
  const characterOf = (part: string): string => [...matches(part)].toSorted((a, b) => rank(a) - rank(b))[0] ?? '';
  /** Returns the shortest text that the part matches; `option` selects among alternatives. */
  const sample = (part: Pattern, option = 0): string => {
    switch (part.type) {
      case 'character':
        return characterOf(part.source);
      case 'sequence':
        return part.items.map((item) => sample(item, option)).join('');
      case 'choice':
        return sample(part.options[option % part.options.length]!, option);
      case 'repeat':
        return sample(part.body, option).repeat(Math.min(part.min, 50));
      case 'look':
      case 'assertion':
        return '';
    }
  };

  const repeated = [...partsOf(pattern)].filter((part) => part.type === 'repeat' && part.max >= repeatedMin);
  const prefixes = new Set<string>(['', '\u0001']);
  for (const part of repeated) for (const option of [0, 1]) prefixes.add(before(pattern, part, sample, option) ?? '');

  const charactersIn = (part: Pattern): string[] => [...partsOf(part)].flatMap((inner) => (inner.type === 'character' ? [inner.source] : []));
  const direct = repeated.flatMap((part) => (part.type === 'repeat' && part.body.type === 'character' ? [part.body.source] : []));
  const inside = repeated.flatMap(charactersIn);
  const characters = [
    ...new Set([...apart(direct, [...charactersIn(pattern).filter(isClass), ...classes]), ...apart(inside, []).slice(0, insideMax)]),
  ];
  if (flags.includes('m') && !characters.includes('\n')) characters.push('\n');
  /** Returns one character for each combination of parts in `wanted` and `also` that match it, at least one of `wanted`; most matches first. */
  function apart(wanted: readonly string[], also: readonly string[]): string[] {
    const told = new Map<string, { readonly character: string; readonly times: number }>();
    const telling = [...new Set([...wanted, ...also])];
    for (const character of alphabet.toSorted((a, b) => rank(a) - rank(b))) {
      const signature = telling.map((part) => (matches(part).has(character) ? '1' : '0')).join('');
      const times = wanted.filter((part) => matches(part).has(character)).length;
      if (times > 0 && !told.has(signature)) told.set(signature, { character, times });
    }
    return [...told.values()]
      .toSorted((a, b) => b.times - a.times)
      .map(({ character }) => character)
      .slice(0, charactersMax);
  }

  const words = new Set<string>();
  for (const part of repeated)
    if (part.type === 'repeat' && part.body.type !== 'character') for (const option of [0, 1, 2]) words.add(sample(part.body, option));
  for (const option of [0, 1]) {
    const whole = sample(pattern, option);
    words.add(whole);
    words.add(whole.slice(0, -1));
    words.add(whole.slice(1));
  }
  for (const character of characters)
    for (const other of characters) if (character !== other && words.size < wordsMax * 2) words.add(character + other);
  words.delete('');

  const attacks = new Map<string, Attack>();
  const add = (head: string, unit: string, tail: string): void => {
    const name = JSON.stringify([head, unit, tail]);
    attacks.set(name, { name, of: (length) => head + unit.repeat(Math.max(1, Math.ceil((length - head.length) / unit.length))) + tail });
  };
  const heads = [...prefixes].slice(0, prefixesMax);
  const units = [...characters, ...[...words].filter((word) => word.length > 1).slice(0, wordsMax)];
  for (const head of heads)
    for (const unit of units) {
      add(head, unit, '\u0001');
      if (unit.length === 1) add(head, unit, '');
      if (unit.length === 1) add(head, unit, '\u0001\n\u0001');
      if (head !== '' && head !== '\u0001') add('', head + unit, '\u0001');
    }
  for (const head of heads) if (head !== '') add('', head, '\u0001');
  return [...attacks.values()];
}

/** Characters that are always distinguished, because word boundaries, trimming and lines depend on them. */
const classes = ['\\w', '\\s', '\\n', '\\d', '[a-z]', '[A-Z]', '.'] as const;
const isClass = (source: string): boolean => source.length > 1;

/** Orders characters by their frequency in texts: letters, blanks, digits, signs. */
function rank(character: string): number {
  if (/[a-z]/.test(character)) return 0;
  if (/[A-Z]/.test(character)) return 1;
  if (character === ' ') return 2;
  if (/\d/.test(character)) return 3;
  return character.charCodeAt(0) > 32 ? 4 : 5;
}

/** Returns the text that `pattern` matches before `wanted`; null if `wanted` is not inside. */
function before(pattern: Pattern, wanted: Pattern, sample: (part: Pattern, option: number) => string, option: number): string | null {
  if (pattern === wanted) return '';
  switch (pattern.type) {
    case 'sequence': {
      let head = '';
      for (const item of pattern.items) {
        const inside = before(item, wanted, sample, option);
        if (inside !== null) return head + inside;
        head += sample(item, option);
      }
      return null;
    }
    case 'choice':
      return pattern.options.map((part) => before(part, wanted, sample, option)).find((found) => found !== null) ?? null;
    case 'repeat':
    case 'look':
      return before(pattern.body, wanted, sample, option);
    case 'character':
    case 'assertion':
      return null;
  }
}
