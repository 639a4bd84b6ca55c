/** Recognises headlines in which a company rejects a bid for itself. Tickers, score and direction use the same words. */

/** Words after which the verbs mean something else: `declines 5%`, `declines as`, `refuses to comment`. */
const ELSE = String.raw`(?! (?:\d|(?:to|in|on|as|after|amid|from|for|at|over|despite|following|with|when)\b))`;
const REJECTED = String.raw`\b(?:rejected|spurned|rebuffed|snubbed|refused|declined|dismissed|repelled|turned down|knocked back|brushed (?:off|aside)|fended off)\b${ELSE}`;
/** Matches a bid. An offer or proposal needs words or a sum that make it one, because climate proposals are rejected too. */
const BID = String.raw`\b(?:bids?|approach(?:es)?|advances?|overtures?|(?:takeover|buyout|merger|acquisition|tender|cash|all-cash|hostile|unsolicited|sweetened|improved|revised|raised|higher|lower|(?:bn|billion|million|m|b)(?: (?:takeover|buyout|merger|cash|all-cash))?) (?:offers?|proposals?)|(?:offers?|proposals?) (?:from|of [$€£]|worth [$€£]|to (?:buy|acquire|take|merge|combine))|offers?(?= (?:(?:is|was|gets|got|has been) )?${REJECTED} by)|(?:takeover|buyout) interest)\b`;
/** Matches a rejection, but not an infinitive, which is only a wish. */
const REJECTS = String.raw`\b(?<!\b(?:to|may|might|could|should|would|not) )(?:(?:rejects?|spurns?|rebuffs?|snubs?|refuses?|declines?|dismiss(?:es)?|repels?|turns? down|knocks? back|brush(?:es)? (?:off|aside)|fends? off)\b${ELSE}|sa(?:y|ys|id) no to\b|${REJECTED})`;
/** Matches words between verb and bid in the same clause. */
const BETWEEN = String.raw`(?:(?!(?:as|after|amid|while|but|over|about|on)\b)[\w$€£’'.-]+ ){0,7}?`;

const REJECTION = new RegExp(`${REJECTS} ${BETWEEN}${BID}|${BID} ${BETWEEN}${REJECTED}`, 'i');
/** Words for parties other than target and bidder, for other things that are offered, and for moves of shares, which outweigh the bid. */
const OF_OTHERS =
  /\b(?:unions?|workers|staff|employees|nurses|attendants|strikers|writers|actors|council|residents|voters|pilots|machinists|teamsters|uaw|drivers|judges?|courts?|tribunal|regulators?|governments?|ministers?|lawmakers|senators?|congress|mayor|governor|white house|pentagon|trump|eu|brussels|washington|beijing|moscow|kremlin|fda|sec|ftc|doj|epa|shareholders?|stockholders?|holders|investors?|activists?|creditors?|suppliers?|settle\w*|pay|wages?|pleas?|contracts?|debt|rights|seats?|truce|ceasefire|peace|olympic|pricing|(?:bids?|offers?|proposals?) (?:for (?:[\w’'-]+ ){0,3}(?:units?|stakes?|arm|business)|to (?!buy|acquire|take|merge|combine))|shares|stock)\b/i;

export const rejectsBid = (title: string): boolean => REJECTION.test(title) && !OF_OTHERS.test(title);

/** Sources of regular expressions for the parts of such a headline. */
export const bidWords = { BID, REJECTS, REJECTED, BETWEEN } as const;
