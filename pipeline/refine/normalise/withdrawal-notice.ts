/** Detects a notice by which a publisher withdraws an article. `Withdrawn: the inside story` and `KILLED: 12 miners` are news. */
import { drop, keep, type Outcome } from '../../outcome.ts';
import type { Draft } from '../article/draft.ts';
import type { ArticleText } from './summary.ts';

const RELEASE = '(?:(?:press|news|media) )?(?:story|release)';
/** Matches `this story has been withdrawn`, `this Sept. 2 article was retracted`. */
const WITHDRAWN = `[Tt]his (?:[A-Za-z]{3,9}\\.? \\d{1,2},? )?(?:${RELEASE}|article) (?:has been|was|is) (?:withdrawn|retracted)`;
const OPENS = '^\\W*(?:(?:media )?advisory\\W+)?(?:official\\W+)?';
/** Matches the end of a label: a colon, a bar, a dash, or the end of `(...)`, `[...]`, `/.../`. */
const ENDS = '(?: ?(?:[:\uff1a|)\\]\u2013\u2014]|/(?=\\s|$)|--?(?=\\s))|$)';
const REST = '[\\s.:\uff1a|)\\]/\u2013\u2014-]*';

/** Matches `WITHDRAWN: ...`, `/KILL/ ...`, `(RETRACTED) - ...`, and `WITHDRAWAL-Acme ...` but not `KILL-SWITCH`. */
const LABEL = new RegExp(
  `^\\W*(?:ADVISORY\\W+)?(?:(?:STORY|ARTICLE|NEWS|RELEASE) )?(?:(?:WITHDRAWN|WITHDRAWAL|RETRACTED|RETRACTION)(?:${ENDS}|-(?=[^a-z]))|(?:MANDATORY )?KILL${ENDS})${REST}`,
);
/** Matches `Story withdrawn - ...`, `Mandatory kill: ...`, `[Retracted] ...`. */
const PHRASE = new RegExp(
  `${OPENS}(?:${RELEASE} (?:withdrawn|retracted)|(?:mandatory )?kill notice|mandatory kill|(?<=\\[)(?:withdrawn|retracted)(?=\\]))${ENDS}${REST}`,
  'i',
);
/** Matches `Advisory: Disregard Release: ...`, `/DISREGARD RELEASE: Acme/`, `This article has been retracted: ...`. */
const SENTENCE = new RegExp(
  `${OPENS}(?:(?:please )?disregard (?:(?:this|the|our|above|following|previous|prior) )?(?:${RELEASE}|article)|${WITHDRAWN})(?![\\w'\u2019])${REST}`,
  'i',
);
/** Matches a wire's notice that names the company alone: `ADVISORY/Business Wire Disregard Biogen Release`. */
const OF_COMPANY =
  /^\W{0,3}(?:[\w ]{0,20}\badvisory|advisory\W{1,3}[\w ]{2,20})\W{1,3}(?:please )?disregard (?!(?:this|the|our|above|following|previous|prior)\b)(.{2,60}?) (?:(?:press|news|media) )?release\W{0,3}$/i;
/** Matches `... (WITHDRAWN)`, `... - RETRACTED`, `... [retracted]`, `... (This story has been withdrawn)`. */
const AT_END = new RegExp(
  String.raw` (?:[-\u2013\u2014|] )?(?:\((?:STORY |RELEASE )?(?:WITHDRAWN|RETRACTED)\)|\[(?:WITHDRAWN|[Ww]ithdrawn|RETRACTED|[Rr]etracted)\]|\(${WITHDRAWN}\.?\))$| [-\u2013\u2014|]{1,2} (?:STORY |RELEASE )?(?:WITHDRAWN|RETRACTED)$`,
);
/** Matches the sentence that replaces a text under its unchanged headline. */
const TEXT = new RegExp(`^\\W{0,3}${WITHDRAWN}\\b`, 'i');

/** Returns the headline of the withdrawn article, or the notice's own when it states none; null for news. */
export function withdrawnHeadlineOf(title: string, { described, body }: ArticleText): string | null {
  const company = OF_COMPANY.exec(title)?.[1];
  if (company !== undefined) return company;
  const label = LABEL.exec(title) ?? PHRASE.exec(title) ?? SENTENCE.exec(title) ?? AT_END.exec(title);
  if (label === null) return TEXT.test(described) || TEXT.test(body) ? title : null;
  const stated = label.index > 0 ? title.slice(0, label.index) : title.slice(label[0].length).replace(/\/$/, '');
  return stated === '' ? title : stated;
}

export const dropWithdrawn = (draft: Draft): Outcome<Draft> =>
  draft.withdrawnHeadline === null ? keep(draft) : drop('withdrawn', 'its publisher withdraws an article that is not served');
