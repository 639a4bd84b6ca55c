/** Whether a footnote says that the price it stands beside is in another currency than dollars. Form 4 wants dollars, and most filers who trade abroad convert and say so. */

const currency =
  /\b(?:canadian|australian|hong kong|new taiwan|singapore|new zealand)\s+dollars?\b|\bC(?:AD|A)?\$|\bA(?:UD)?\$|\b(?:CAD|AUD|EUR|GBP|GBX|CHF|JPY|SEK|NOK|DKK|ILS|NIS|HKD|TWD|INR|BRL|ZAR)\b|\b(?:euros?|pounds? sterling|british pounds?|pence|swiss francs?|yen|kron(?:a|or|er|e)|shekels?|rand)\b|[€£¥]/i;
const converted = /\b(?:convert(?:ed|ing)?|translat(?:ed|ing)|exchange rate|conversion rate|equivalent)\b|\bU\.?S\.? ?dollars?\b|\bUSD\b|\bUS\$/i;
const ofPrice = /\bprices?\b/i;

export const statesForeignPrice = (footnotes: readonly string[]): boolean =>
  footnotes.some((text) => ofPrice.test(text) && currency.test(text) && !converted.test(text));
