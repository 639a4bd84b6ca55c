/** Detects a trade through an equity swap by the form's mark, the security's title or a footnote on the trade. */
import type { Form4Transaction } from '#schemas/raw.ts';
import { footnoteSentences } from './plan.ts';

const swap =
  /\b(?:(?:equity|total[\s-]return|share|stock|cash[\s-]settled)(?: \w+)? swaps?|swaps? (?:agreements?|transactions?|contracts?|arrangements?|counterpart(?:y|ies)))\b/i;
const aboutTrade =
  /\b(?:acquired|purchased|bought|sold|disposed of|unw(?:ind|ound)|settled|terminat(?:ed|ion)|entered into|(?:this|the|these) (?:transactions?|trades?|purchases?|sales?|acquisitions?|dispositions?)|reported)\b/i;
/** Matches sentences about swaps other than that of the traded shares. */
const aboutOtherSwaps =
  /\b(?:in addition|also|exclud(?:es?|ing)|(?:does|do) not include|other than|not (?:\w+ ){0,3}(?:through|under|pursuant to|in connection with))\b/i;

export const isSwap = ({ equity_swap, security_title, footnotes, footnotes_of_holdings: holdingNotes = [] }: Form4Transaction): boolean =>
  equity_swap === true ||
  swap.test(security_title) ||
  footnotes.some(
    (text) =>
      !holdingNotes.includes(text) &&
      footnoteSentences(text).some((sentence) => swap.test(sentence) && aboutTrade.test(sentence) && !aboutOtherSwaps.test(sentence)),
  );
