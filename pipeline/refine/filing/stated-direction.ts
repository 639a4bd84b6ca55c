/** Reads the direction that the first words of a filing state: by an event in formal language, or by an expected figure beside last year's. */
import type { Sentiment } from '#schemas/vocabulary.ts';

export interface StatedDirection {
  readonly sentiment: Sentiment;
  readonly confidence: 'low' | 'medium';
  /** The words of the text that state the direction. */
  readonly quoted: string;
}

type Rule = Omit<StatedDirection, 'quoted'> & { readonly words: RegExp };

/** Returns a pattern for a verb and its event, unless the event is over or answered. */
const happens = (verb: string, what: string): RegExp =>
  new RegExp(
    String.raw`(?<!\bnot )\b(?:${verb})\b(?:(?!\b(?:after|following|respon(?:se|ds?|ded)|resubmi\w+|address\w*|earlier|previous\w*|prior|lift\w*|remov\w*|releas\w*|terminat\w*|not?|no longer)\b)[^.;]){0,100}?\b${what}\b(?![^.;]{0,80}\b(?:lifted|removed|resolved|released)\b)`,
    'i',
  );

/** Returns a pattern for a result outside its guidance: above the low end of a range is within it. */
const guidanceOn = (side: string, end: string): RegExp =>
  new RegExp(
    String.raw`\b(?:revenues?|sales|earnings|income|profit|ebitda|eps|results)\b(?:(?!\b(?:expens\w*|costs?|expenditures?|capex|loss(?:es)?|within)\b)[^.;]){0,160}?\b${side} (?:the )?(?:(?:${end})[ -]end of )?(?:(?:its|our|their|the|previously|previous|prior|earlier|issued|announced|provided|full-year|annual|quarterly|revenue|financial|earnings) )*(?:guidance|outlook|guided range)\b`,
    'i',
  );

// prettier-ignore
const rules: readonly Rule[] = [
  { sentiment: 'negative', confidence: 'medium', words: /\bprompt corrective action\b|\bcease[- ]and[- ]desist\b|\bconsent order\b|\b(?:critically|significantly) undercapitalized\b/i },
  { sentiment: 'negative', confidence: 'medium', words: /\b(?:discontinu\w*|clos(?:e|es|ed|ing|ure)|shut\w*|exit\w*|wind\w* down)\b.{0,160}?\bcharges?\b|\bimpairment charges?\b/i },
  { sentiment: 'negative', confidence: 'medium', words: /\bno longer be relied (?:up)?on\b|\bvoluntary petitions?\b|\bevents? of default\b (?:has |have )?occurred\b|\bgoing concern\b/i },
  { sentiment: 'negative', confidence: 'medium', words: happens('receiv(?:ed|es)|issue[sd]|sent|sends|got', 'complete response letter') },
  { sentiment: 'negative', confidence: 'medium', words: happens('plac(?:ed|es)|put|impose[sd]|issue[sd]', 'clinical hold') },
  { sentiment: 'negative', confidence: 'medium', words: happens('enter(?:ed|s) into|execute[sd]|signed', 'forbearance agreement') },
  { sentiment: 'negative', confidence: 'low', words: happens('approve[sd]|authorize[sd]|effect(?:s|ed)?|announce[sd]|implement(?:s|ed)?|declare[sd]', 'reverse (?:stock |share )?split') },
  { sentiment: 'negative', confidence: 'low', words: happens('enter(?:ed|s) into', String.raw`(?:equity distribution agreement|(?:sales|open market sale) agreement\b[^.;]{0,240}?\b(?:at[- ]the[- ]market|from time to time|common stock|ordinary shares|ADSs))`) },
  { sentiment: 'negative', confidence: 'medium', words: guidanceOn('(?:below|short of)', 'low(?:er)?|bottom') },
  { sentiment: 'positive', confidence: 'medium', words: guidanceOn('(?:above|exceed(?:s|ed|ing)?|ahead of)', 'high(?:er)?|upper|top') },
];

const amount = '\\$([\\d,.]*\\d)(?: (thousand|million|billion))?';
const expected = new RegExp(
  `\\bexpect\\w*\\b[^$]{0,160}?\\b(?:revenues?|net sales|sales|net income|earnings)\\b[^$]{0,140}?${amount}(?: (?:and|to) ${amount})?[^$]{0,30}?\\bcompared (?:with|to)[^$]{0,60}?${amount}`,
  'i',
);
const scales: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };
/** Least change from the year before, as a fraction, that counts as a direction. */
const apartMin = 0.05;

function ofExpected(text: string): StatedDirection | null {
  const found = expected.exec(text);
  if (found === null) return null;
  const [, from = '', fromScale, to = from, toScale, before = '', beforeScale] = found;
  const valueOf = (digits: string, scale: string | undefined): number =>
    Number(digits.replaceAll(',', '')) * (scales[scale?.toLowerCase() ?? ''] ?? 1);
  const [low, high, base] = [valueOf(from, fromScale ?? toScale), valueOf(to, toScale ?? fromScale), valueOf(before, beforeScale)];
  const quoted = found[0];
  if (high < base * (1 - apartMin)) return { sentiment: 'negative', confidence: 'medium', quoted };
  return low > base * (1 + apartMin) ? { sentiment: 'positive', confidence: 'medium', quoted } : null;
}

export function statedDirection(text: string): StatedDirection | null {
  for (const { words, sentiment, confidence } of rules) {
    const quoted = words.exec(text)?.[0];
    if (quoted !== undefined) return { sentiment, confidence, quoted };
  }
  return ofExpected(text);
}
