/** Reads the currency (ISO 4217) that words name, and the currency of a document's bare figures. */
import { memoise } from './memoise.ts';

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

export const currencyCodes: readonly string[] = names.map(([code]) => code);

export const currenciesIn = (words: string): string[] => names.filter(([, pattern]) => pattern.test(words)).map(([code]) => code);

/** Returns the currency that the words name; null unless they name exactly one. */
export const currencyIn = memoise((words): string | null => {
  const [code = null, other] = currenciesIn(words);
  return other === undefined ? code : null;
});

const headCharactersMax = 60_000;
const stated = String.raw`u\.?s\.? dollars?|united states dollars?|us\$|usd|canadian dollars?|euros?|eur|pounds sterling|rmb|renminbi|new israeli shekels?|nis|yen|swiss francs?`;
/** Matches "All figures in U.S. dollars", "(In thousands of Canadian dollars)", "amounts are in euros". */
const statement = new RegExp(
  String.raw`\b(?:all|amounts?|figures?|expressed|stated|presented|reported|in (?:thousands|millions|billions)(?: of)?)\b[^.\n]{0,60}?\b(?:${stated})`,
  'gi',
);
const many = '(?:thousands|millions|billions)';
const figureWords = '(?:amounts?|figures?|dollars?|results|numbers|information|references)';
/**
 * Matches a statement about all figures; not "Amounts reported in Canadian dollars are translated", nor drawings under a Canadian
 * facility.
 */
const ofAll = new RegExp(
  String.raw`(?:(?:\ball\s(?:of the\s|the\s)?|(?<![a-z,]\s))(?:(?:dollar|financial|monetary|currency|other)\s)?\b${figureWords}(?:\s(?:herein|to (?:dollars|[“"]?\$[”"]?)|in this (?:[a-z]+\s){0,2}release))?(?:,?\sunless otherwise [a-z]+,)?\s(?:(?:are|is)\s)?(?:(?:expressed|stated|presented|reported)\s)?(?:in|to)(?:\s${many}(?:\sof)?)?|\bexpressed in(?:\s${many}(?:\sof)?)?|\bin\s${many}(?:\sof)?)\s(?:${stated})(?![a-z])(?=\s?(?:[.,;:()\[\]–—-]|\n|$|(?:unless|except|excluding|and)\b))`,
  'gi',
);
const usDollars = /\bu\.?s\.? dollars?\b|\bunited states dollars?\b/i;

/** Returns the currency of a release's bare figures; null if the release leaves it open. */
export function documentCurrency(text: string, form: '8-K' | '6-K'): string | null {
  const head = text.slice(0, headCharactersMax);
  const usesDollarSign = /(?<![A-Z])\$\s?[\d(]/.test(head);
  // Issuers that file 8-Ks report in U.S. dollars unless they say otherwise; other currencies they name are exchange rates.
  if (form === '8-K' && (usesDollarSign || currenciesIn(head).length === 0)) {
    const codes = new Set([...head.matchAll(ofAll)].flatMap(([words]) => currenciesIn(words)));
    const other = [...codes].find((code) => codes.size === 1 && otherDollars.has(code)) ?? 'USD';
    // If both dollars are named, the statement may be about one table.
    return other !== 'USD' && usDollars.test(head) ? null : other;
  }
  const codes = new Set([...head.matchAll(statement)].flatMap(([words]) => currenciesIn(words)));
  if (codes.size === 1) return [...codes][0] ?? null;
  const named = currenciesIn(head).filter((code) => code !== 'USD');
  // Other dollars may print a bare `$` too. If one is named without a statement, a `$` decides nothing.
  if (usesDollarSign) return named.some((code) => otherDollars.has(code)) ? null : 'USD';
  return currencyIn(head);
}

const otherDollars: ReadonlySet<string> = new Set(['CAD', 'AUD', 'HKD', 'SGD', 'TWD', 'MXN', 'BRL']);
