/** Reads outcomes in formal words that the reader takes for their opposite (`annuls a fine`), for the company that a form names. */
import type { Sentiment } from '#schemas/vocabulary.ts';
import { bidWords, rejectsBid } from '../article/rejected-bid.ts';

export interface StatedOutcome {
  readonly sentiment: Sentiment;
  readonly quote: string;
}

const SUM = String.raw`(?:[$€£]?[\d.,]+(?:[ -]?(?:million|billion|[mb]n?))? )?`;
const FEW = String.raw`(?:[\w’'.-]+ ){0,3}?`;
/** Words before the party, without those that name who filed or won a case. */
const PARTY = String.raw`(?:(?!(?:filed|brought|by|from|win|victory)\b)[\w’'.-]+ ){0,3}?`;
/** Words for a product or a deal of the party: `Acme eye drug gets`, but not `Acme rival Bolt gets`. */
const OWN = String.raw`(?:(?!(?:rivals?|competitors?|partners?|peers?)\b)[\w’'.-]+ ){0,3}?`;
const END_CASE = String.raw`(?:dismiss|toss(?: out)?|throw out|quash)`;
const COURT = String.raw`\b(?:courts?|judges?|tribunal|justices)\b`;
const VOIDS = String.raw`(?:annul(?:s|led)?|quash(?:es|ed)|scraps|scrapped|str(?:ikes|uck) down|thr(?:ows|ew) out|overturn(?:s|ed)?|void(?:s|ed)|revers(?:es|ed)|cancel(?:s|led)|cuts?|reduce[sd]|slash(?:es|ed))`;
const NO_PART = String.raw`(?:['’]s)?(?=$|[,;:.]|\s[-–—]|\s(?:after|as|amid|on|over|citing|following|because|due|in|but|and)\b)`;

/** Returns a form: `before` matches right before the name of the company, `after` right after it. An empty one matches everything. */
const form = (sentiment: StatedOutcome['sentiment'], before: string, after = '') => ({
  sentiment,
  before: new RegExp(`${before}$`, 'i'),
  after: new RegExp(`^${after}`, 'i'),
});

// prettier-ignore
const FORMS = [
  form('negative', String.raw`\b(?:(?:refuse|decline)[sd]? to|won['’]t|will not) ${END_CASE} [^;:]{0,50}?\bagainst ${PARTY}`),
  form('negative', String.raw`${COURT} [^;:]{0,30}?\b(?:den(?:ies|ied)|reject(?:s|ed)|refuse[sd]) `, String.raw`(?:['’]s?)? ${FEW}(?:motion|bid|request|effort|attempt|plea|push) to ${END_CASE}\b`),
  form('positive', String.raw`${COURT} ${FEW}${VOIDS} ${SUM}${FEW}(?:(?:fine|penalty|levy) (?:of ${SUM})?(?:on|against|for)|(?:verdict|judgment) (?:of ${SUM})?(?:on|against)) `),
  form('positive', String.raw`${COURT} ${FEW}${VOIDS} ${SUM}`, String.raw`(?:['’]s?)? ${SUM}${PARTY}(?:fine|penalty|levy|tax (?:order|bill))\b`),
  form('negative', String.raw`\bFDA (?:issues|issued|sends|sent) [^;:]{0,20}?\bcomplete response letter (?:to|for) ${FEW}`),
  form('negative', '', String.raw`(?:['’]s?)? ${OWN}(?:gets?|got|receive[sd]?|draws?|hit (?:with|by)) [^;:]{0,20}?\bcomplete response letter\b`),
  form('negative', '', String.raw`(?:['’]s?)? ${OWN}dilut(?:es?|ed|ing) (?:\w+ )?(?:share|stock)holders\b`),
  form('negative', String.raw`(?<!\b(?:refuses|refused|declines|declined|fails|failed) to )(?<!\b(?:bid|request|effort|attempt|motion|suit|plea|push|lawsuit) to )(?<!(?:n['’]t|not) )\bblock(?:s|ed|ing)? [^;:]{0,60}?\b(?:takeover|acquisition|purchase|buyout) of `),
  form('positive', String.raw`\b(?:takes|took|builds|built|discloses|disclosed|reveals|amasses|acquires) (?:an? )?(?:(?:new|large|activist|about|nearly|roughly) )?${SUM}(?:\d[\d.]{0,4}% )?stake in `),
  form('positive', String.raw`\bapproach(?:es|ed) (?:the )?`, String.raw` (?:board )?(?:about|over|with|on|regarding) (?:an? )?(?:possible |potential )?(?:takeover|buyout|acquisition|merger|offer|bid)\b`),
  form('negative', '', String.raw` (?:beats|tops|exceeds) [^;:,]{0,40}?,? (?:but|yet) warns\b`),
  form('negative', String.raw`\bFDA (?:extends|extended|prolongs) ${FEW}review (?:(?:period|timeline|date|time) )?(?:of|for|on) ${FEW}`),
  form('negative', String.raw`\b(?:withdraws?|withdrew|abandons?|abandoned|drops|dropped|pulls|pulled|scraps|scrapped|walks away from|walked away from|ends|ended|terminates|terminated) (?:its |the |an? )?${SUM}(?:(?:hostile|unsolicited|takeover|buyout|acquisition|all-cash|cash|merger) ){0,2}(?:(?:bid|offer|proposal|pursuit) (?:for|of|to (?:buy|acquire|merge with))|agreement to (?:buy|acquire|merge with)) `, NO_PART),
  form('negative', String.raw`(?<!\b(?:of|at|for|from|by|in) )`, String.raw` earn(?:s|ed) less\b(?![^;:]*\bmore\b)`),
];

const { BID, REJECTS, REJECTED, BETWEEN } = bidWords;
const SAID_OF_IT = String.raw`(?:['’]s?)? ${SUM}(?:(?:the|board|management|directors|has|have|again|formally|unanimously|publicly|quickly|swiftly) ){0,3}`;

/** Forms of rejected bids. A bid shows what its target is worth; its failure says little about the bidder. */
// prettier-ignore
const FORMS_OF_BIDS = [
  form('positive', '', `${SAID_OF_IT}${REJECTS} ${BETWEEN}${BID}`),
  form('positive', `${REJECTED} by (?:the )?(?:board of )?${FEW}`),
  form('positive', String.raw`${BID} (?:for|to \w+(?: with)?) `, ` (?:(?:is|was|gets|got|has been) )?${REJECTED}`),
  form('neutral', `${REJECTS} ${BETWEEN}`),
  form('neutral', '', String.raw`(?:['’]s?)? ${SUM}(?:[\w-]+ ){0,3}?${BID} ${BETWEEN}${REJECTED}`),
];

/** Returns the outcome for the company whose name has this span in the headline, or null without one. */
export function statedOutcome(title: string, start: number, end: number): StatedOutcome | null {
  const [ahead, rest] = [title.slice(0, start), title.slice(end)];
  for (const { sentiment, before, after } of rejectsBid(title) ? [...FORMS_OF_BIDS, ...FORMS] : FORMS) {
    const [found, follows] = [before.exec(ahead), after.exec(rest)];
    if (found && follows) return { sentiment, quote: `${found[0]}${title.slice(start, end)}${follows[0]}`.trim() };
  }
  return null;
}
