/** Reads the scale that a heading, caption, label or sentence states. */
import type { scales } from '#schemas/earnings.ts';
import { currencyCodes } from '../terms/currency.ts';
import { memoise } from '../terms/memoise.ts';

export type Scale = (typeof scales)[number];

export const factor: Readonly<Record<Scale, number>> = {
  ones: 1,
  thousands: 1e3,
  millions: 1e6,
  billions: 1e9,
  trillions: 1e12,
};

const codes = currencyCodes.join('|');
const currencyWord = `(?:u\\.?\\s?s\\.?|united states|american|canadian|dollars?|${codes}|cdn|euros?|pounds?|rmb|renminbi|yuan|yen|nis|rupees|\\$|hk\\$|nt\\$|c\\$|€|£|amounts?|tabular|stated|expressed|figures|of|are|the|all|reported|presented)`;
/** Matches a currency sign. A sign is not a letter, so no word boundary precedes it. */
const currencySign = `(?:[$€£¥₩₹₪]|\\b(?:${codes}|rmb|nis))`;
/** Matches words between "in" and the scale. Each can match in one way only: `us$` is `us` and `$`. */
const between = `[\\s,\\-]*(?:${currencyWord}[\\s,\\-]*)*`;
const forms: readonly (readonly [Scale, RegExp])[] = [
  [
    'thousands',
    new RegExp(
      `\\bin\\s${between}thousands?\\b|\\bthousands?\\s+of\\b|\\bin\\s+(?:us)?\\$?\\s?000['’]?s?\\b|['’‘]\\s?000s?\\b|${currencySign}\\s?000s?\\b|\\b000['’]?s\\b|\\(${between}thousands?\\b|${currencyWord}\\s+thousands?\\b|\\(000['’]?s?\\b|\\bthousands\\s*[,;)]`,
      'i',
    ),
  ],
  [
    'millions',
    new RegExp(
      `\\bin\\s${between}millions?\\b|\\bmillions?\\s+of\\b|\\(${between}millions?\\b|(?:${currencyWord})\\s*millions?\\b(?!\\s*(?:and|to|in|for|or|from))|\\bin\\s+(?:us)?\\$\\s?(?:m|mm)\\b|${currencySign}\\s?(?:in\\s)?(?:m|mm|mn)\\b|\\bmillions\\s*[,;)]|^millions?$`,
      'i',
    ),
  ],
  [
    'billions',
    new RegExp(
      `\\bin\\s${between}billions?\\b|\\bbillions?\\s+of\\b|\\(${between}billions?\\b|\\bin\\s+\\$\\s?b\\b|${currencySign}\\s?bn?\\b(?!\\.)|\\bbillions\\s*[,;)]`,
      'i',
    ),
  ],
];

const mentionsScale = new RegExp(`thousand|million|billion|000|${currencySign}\\s?(?:m|b|in m)`, 'i');

const stated = (words: string): Scale[] => forms.filter(([, form]) => form.test(words)).map(([scale]) => scale);

/**
 * Returns the scale; null unless the words state exactly one. Those after "except" state exceptions: "(In millions, except number of shares,
 * which are reflected in thousands, and per-share amounts)" states millions.
 */
export const scaleIn = memoise((words: string): Scale | null => {
  if (!mentionsScale.test(words)) return null;
  const rule = words.split(/\b(?:except|other than|excluding|unless|apart from)\b/i)[0] ?? '';
  const ruled = stated(rule);
  if (ruled.length > 0) return ruled.length === 1 ? (ruled[0] ?? null) : null;
  const anywhere = stated(words);
  return anywhere.length === 1 ? (anywhere[0] ?? null) : null;
});

/** Returns the scale of a single word such as `million`, `bn` or `k`; null for any other word. */
export const scaleWord = (word: string): Scale | null => {
  const short = word.toLowerCase().replace(/\.$/, '');
  if (/^(?:m|mm|mn|mln|million|millions)$/.test(short)) return 'millions';
  if (/^(?:b|bn|billion|billions)$/.test(short)) return 'billions';
  if (/^(?:k|thousand|thousands)$/.test(short)) return 'thousands';
  if (/^(?:tn|trillion|trillions)$/.test(short)) return 'trillions';
  return null;
};
