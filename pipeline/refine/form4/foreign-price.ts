/** Detects a price in another currency. Form 4 requires dollars; most filers who trade abroad convert the price and say so. */
import { footnoteSentences } from './plan.ts';

const foreignDollars = /\b(?:canadian|australian|hong kong|new taiwan|singapore|new zealand)\s+dollars?\b/i;
/** Case-sensitive, because Rand and Yen in capitals are names of companies and people. */
const currency =
  /\bC(?:AD|A|DN)?\$|\bA(?:UD)?\$|\b(?:CAD|AUD|EUR|GBP|GBX|CHF|JPY|SEK|NOK|DKK|ILS|NIS|HKD|TWD|INR|BRL|ZAR)\b|\b(?:[Ee]uros?|[Pp]ounds? [Ss]terling|British [Pp]ounds?|pence|(?:Swiss )?francs?|Swiss Francs?|yen|Japanese Yen|(?:(?:Swedish|Norwegian|Danish) )?kron(?:a|or|er|e)|(?:Swedish|Norwegian|Danish) Kron(?:a|or|er|e)|(?:Israeli |[Nn]ew (?:Israeli )?)?shekels?|rand|South African Rand)\b|[€£¥]/;
const converted = /\b(?:convert(?:ed|ing)?|translat(?:ed|ing)|exchange rate|conversion rate|equivalent)\b|\bU\.?S\.? ?dollars?\b|\bUSD\b|\bUS\$/i;
const aboutPrice = /\b(?:prices?|priced|amounts?|figures?|sold|purchased|acquired|paid|proceeds)\b/i;

const namesCurrency = (text: string): boolean => foreignDollars.test(text) || currency.test(text);

const foreignAmount =
  /(?:\bC(?:AD|A|DN)? ?\$|\bA(?:UD)? ?\$|\bHK ?\$|\b(?:CAD|AUD|EUR|GBP|GBX|CHF|JPY|SEK|NOK|DKK|ILS|NIS|HKD|TWD|INR|BRL|ZAR)|[€£¥]) ?(?<amount>\d[\d,]*(?:\.\d+)?)/g;

/** Returns whether the text gives exactly this price in another currency, so that the price field was not converted. */
const isForeignAmount = (text: string, price: string): boolean =>
  [...text.matchAll(foreignAmount)].some(({ groups }) => Number(groups!['amount']!.replaceAll(',', '')) === Number(price));

/** Returns whether a footnote says that this price is in another currency. Only sentences about a price count. */
export const statesForeignPrice = (footnotes: readonly string[], price: string): boolean =>
  footnotes.some((text) =>
    converted.test(text)
      ? isForeignAmount(text, price)
      : footnoteSentences(text).some((sentence) => aboutPrice.test(sentence) && namesCurrency(sentence)),
  );
