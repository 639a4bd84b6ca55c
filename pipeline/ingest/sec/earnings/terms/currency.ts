/** Reads the currency (ISO 4217) that words name; the document decides a bare `$`. */
import { remember } from './memoise.ts';

const names: readonly (readonly [string, RegExp])[] = [
  ['CNY', /\brmb|renminbi|\bcny\b|yuan/i],
  ['HKD', /\bhk ?\$|\bhkd\b|hong kong dollars?/i],
  ['TWD', /\bnt ?\$|\bntd?\b\$?|new taiwan dollars?/i],
  ['CAD', /\bc\$(?=\W|\d|$)|\bc(?:dn|a) ?\$(?=\W|\d|$)|\bcad\b|canadian (?:dollars?|\$)|canadian funds/i],
  ['AUD', /\bau?\$|\baud\b|australian dollars?/i],
  ['SGD', /\bs\$(?=\d)|\bsgd\b|singapore dollars?/i],
  ['BRL', /\br\$|\bbrl\b|brazilian reais|\breais\b/i],
  ['MXN', /\bmxn\b|mexican pesos?|\bps\.(?=\s?\d)/i],
  ['EUR', /€|\beuros?\b|\beur\b/i],
  ['GBP', /£|\bgbp\b|pounds? sterling/i],
  ['JPY', /¥|\bjpy\b|japanese yen|\byen\b/i],
  ['KRW', /₩|\bkrw\b|korean won/i],
  ['INR', /₹|\binr\b|\brs\.|rupees?/i],
  ['ILS', /₪|\bnis\b|\bils\b|new israeli shekels?/i],
  ['CHF', /\bchf\b|swiss francs?/i],
  ['SEK', /\bsek\b|swedish kron/i],
  ['NOK', /\bnok\b|norwegian kron/i],
  ['DKK', /\bdkk\b|danish kron/i],
  ['ZAR', /\bzar\b|south african rand/i],
  ['RUB', /\brub\b|roubles?|rubles?/i],
  ['USD', /\bus ?\$|u\.s\.\s?\$|\busd\b|u\.?\s?s\.?\s+dollars?|united states dollars?|\$\s?us\b/i],
];

/** Returns every currency that the words name, each once. */
export const currenciesIn = (words: string): string[] => names.filter(([, pattern]) => pattern.test(words)).map(([code]) => code);

/** Returns the only currency that the words name, or null. */
export const currencyIn = (words: string): string | null =>
  words === '' ? null : words.length <= rememberedCharactersMax ? remembered(words) : only(words);

const rememberedCharactersMax = 300;

function only(words: string): string | null {
  const found = currenciesIn(words);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Cached, because signs, labels and headings recur. */
const remembered = remember(only);
