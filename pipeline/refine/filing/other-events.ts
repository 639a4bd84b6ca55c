/** Finds the topics that an 8-K reports under item 8.01 (other events). */
import { cleanText } from '../normalise/clean.ts';
import { olderMerger } from './score.ts';

/** Topics of item 8.01. Events that have an item of their own (a loan, an officer, results) are often filed under 8.01 too. */
// prettier-ignore
const otherEvents: readonly { readonly topic: string; readonly words: RegExp }[] = [
  { topic: 'share buyback',       words: /\b(?:repurchase (?:program|plan|authori[sz]ation|up to|of (?:up to|its|shares|common))|share repurchases?|stock repurchases?|buy-?backs?|(?:to|may) repurchase\b.{0,60}\bshares)\b/i },
  { topic: 'dividend',            words: /\bdividends?\b|\bcash distributions? (?:of|on|per)\b/i },
  { topic: 'stock split',         words: /\b(?:stock|share|reverse|forward) splits?\b/i },
  { topic: 'securities offering', words: /\b(?:public offering|(?:offer|issuance) and sale of|(?:issue|offer) and sell|notes? program|private (?:placement|offering)|registered direct offering|underwriting agreement|at[- ]the[- ]market|equity distribution agreement|sales agreement|(?:pric(?:es|ed|ing) of|priced) (?:\w+ ){0,6}(?:offering|notes|shares)|offering of\b.{0,80}\b(?:notes|shares|stock|units|bonds|debentures))\b/i },
  { topic: 'merger or sale',      words: /\b(?:agreement and plan of merger|merger agreement|proposed (?:merger|transaction|acquisition|business combination)|business combination|to (?:acquire|be acquired by|merge with)|(?:completes?|completed|completion of) (?:the |its |an? )?(?:\w+ ){0,3}(?:acquisition|merger|sale|divestiture|spin-?off)|tender offer|(?:announc\w+|planned|pending) (?:the |its |an? )?(?:\w+ ){0,2}(?:acquisition|merger|divestiture))\b/i },
  { topic: 'loan',                words: /\b(?:(?:credit|loan|bridge) (?:agreement|facilit(?:y|ies))|term loans?|revolving credit)\b/i },
  { topic: 'exchange of securities', words: /\b(?:exchange offers?|offers? to exchange|consent solicitations?|solicitation of consents)\b/i },
  { topic: 'change of officers or directors', words: /\b(?:chief (?:executive|financial|operating)|CEO|CFO|president|(?<!board of )directors?|chair(?:man|woman|person)?)\b.{0,60}\b(?:resign\w*|retire[sd]?|retirement|stepp?(?:s|ed|ing)? down|appoint\w*|succeed\w*|passed away|died)\b|\b(?:resign\w*|retirement|appoint\w*|names?|named|elects?|elected)\b.{0,60}\b(?:chief (?:executive|financial|operating)|CEO|CFO|president|to (?:its|the) board)\b/i },
  { topic: 'order of a regulator', words: /\b(?:consent order|cease[- ]and[- ]desist|prompt corrective action|memorandum of understanding with the (?:OCC|FDIC|Office of|Federal)|supervisory (?:agreement|directive))\b/i },
  { topic: 'results or guidance', words: /\b(?:financial results|preliminary (?:\w+ ){0,3}(?:results|revenues?|sales)|guidance|outlook)\b/i },
  { topic: 'recast accounts',     words: /\b(?:recast|retrospectively (?:adjust|revis)\w*|(?<!amendment and )restatement of)\b/i },
  { topic: 'litigation',          words: /\b(?:lawsuits?|litigation|class action|plaintiffs?|complaint (?:was )?filed|filed an? (?:\w+ ){0,3}complaint|jury (?:verdict|trial)|settlement (?:agreement|of)|(?:district|circuit|supreme|chancery|appeals?) court|court of (?:appeals?|chancery)|subpoena)\b/i },
  { topic: 'clinical or regulatory result', words: /\b(?:FDA|EMA|European Commission|Food and Drug Administration)\b|\b(?:phase (?:1|2|3|I{1,3})[ab]?|topline|pivotal)\b.{0,80}\b(?:results?|data|endpoints?|trial|study)\b|\bclinical (?:trial|study|data|hold)\b/i },
  { topic: 'restructuring',       words: /\b(?:restructuring|layoffs?|workforce reduction|reduction in force|plant clos(?:ure|ing)s?)\b/i },
  { topic: 'strategic review',    words: /\b(?:strategic (?:alternatives|review)|explor\w+ (?:a |the )?(?:potential )?sale)\b/i },
  { topic: 'redemption of debt',  words: /\b(?:notice of (?:\w+ ){0,3}redemption|redeem(?:s|ed|ing)?|redemption of)\b.{0,120}\b(?:notes|bonds|debentures|preferred)\b/i },
  { topic: 'cyber incident',      words: /\b(?:cyber-?\s?(?:attack\w*|incident|intrusion|security (?:incident|breach|event|attack))|ransomware|data breach)\b/i },
];

const leadCharacters = 400;
const topicsMax = 3;

/** Returns the topics of the headline, or of the lead when there is no headline. */
export function otherEventTopics(headline: string, lead: string): readonly string[] {
  const text = headline === '' ? cleanText(lead.slice(0, leadCharacters)).replace(olderMerger, '') : headline;
  return otherEvents.flatMap(({ topic, words }) => (words.test(text) ? [topic] : [])).slice(0, topicsMax);
}
