/** Finds the currency of a release's bare figures; null when it stays open. */
import { currenciesIn, currencyIn } from './currency.ts';

const charactersMax = 60_000;
/** Matches "All figures in U.S. dollars", "(In thousands of Canadian dollars)", "amounts are in euros". */
const statement =
  /\b(?:all|amounts?|figures?|expressed|stated|presented|reported|in (?:thousands|millions|billions)(?: of)?)\b[^.\n]{0,60}?\b(?:u\.?s\.? dollars?|united states dollars?|us\$|usd|canadian dollars?|euros?|eur|pounds sterling|rmb|renminbi|new israeli shekels?|nis|yen|swiss francs?)/gi;

export function documentCurrency(text: string, form: '8-K' | '6-K'): string | null {
  const head = text.slice(0, charactersMax);
  const usesDollarSign = /(?<![A-Z])\$\s?[\d(]/.test(head);
  // Issuers that file 8-Ks report in U.S. dollars; other currencies in them are exchange rates.
  if (form === '8-K' && (usesDollarSign || currenciesIn(head).length === 0)) return 'USD';
  const stated = new Set([...head.matchAll(statement)].flatMap(([words]) => currenciesIn(words)));
  if (stated.size === 1) return [...stated][0] ?? null;
  const named = currenciesIn(head).filter((code) => code !== 'USD');
  // Other dollars also print a bare `$`: when one is named and nothing is stated, a `$` proves nothing.
  if (usesDollarSign) return named.some((code) => otherDollars.has(code)) ? null : 'USD';
  return currencyIn(head);
}

const otherDollars: ReadonlySet<string> = new Set(['CAD', 'AUD', 'HKD', 'SGD', 'TWD', 'MXN', 'BRL']);
