/** Writes the title of a filing without a headline, from the sentence under its item that says what happened. */
import { alarmItems } from '#schemas/filing.ts';
import { monthNames } from '../../month-names.ts';
import { cleanText, cutText } from '../normalise/clean.ts';
import { sentencesOf } from '../text/sentences.ts';
import { capitalised } from '../form4/names.ts';
import { dealOf } from './deal.ts';
import { contentOf } from './score.ts';
import { COMMA, markSelf, SELF, shortNames } from './self-mentions.ts';
import { votesTitle } from './votes.ts';

interface EventTitleInput {
  /** Current number of the item that the lead is about; null on a 6-K. */
  readonly item: string | null;
  readonly lead: string;
  readonly company: string;
}

interface EventTitle {
  readonly words: string;
  /** Whether the company is the subject, so that the words follow its name. */
  readonly isOfCompany: boolean;
  /** The sentence of the lead that the words come from; null when they come from no single sentence. */
  readonly sentence: string | null;
}

const titleCharacters = 190;
const sentencesRead = 12;

const month = `(?:${monthNames.join('|')})`;
const date = `${month} \\d{1,2}(?:${COMMA} \\d{4}|,? \\d{4})?`;
const commaOfDate = new RegExp(`(?<=${month} \\d{1,2}),(?= \\d{4})`, 'g');
const guardCommas = (text: string): string =>
  text
    .replace(commaOfDate, COMMA)
    .replace(/,(?= (?:Inc|Ltd|LLC|L\.L\.C|LP|L\.P|N\.A|N\.V|S\.A|Jr|Sr|III?|PLC|Co|Corp|Ph\.?D|M\.D)\b)/gi, COMMA)
    .replace(/(?<=\d),(?=\d{3})/g, COMMA);
const freeCommas = (text: string): string => text.replaceAll(COMMA, ',');

/** Matches definitions, exchanges and list numbers in brackets. */
const aside =
  / ?\((?:[^()]{0,120}["“”‘’][^()]{0,200}|f\/k\/a[^()]{0,120}|formerly[^()]{0,120}|[^()]{0,80}\b(?:nasdaq|nyse|amex|otc)\b[^()]{0,80}|[ivx]{1,4}|[a-h]|\d|each[^()]{0,120}|as (?:amended|defined)[^()]{0,120}|or such[^()]{0,80}|provided (?:under|for)[^()]{0,200})\)/gi;
const opening = new RegExp(
  `^(?:(?:on|effective(?: as of)?|as of|by|in|during|since|dated(?: as of)?|at) (?:or about |the close of business on )?(?:${date}|${month}(?:,? \\d{4})?|the (?:Effective|Closing|Separation) Date)(?: and (?:${date}))?,?\\s+|(?:as|like) (?:previously|earlier|already|further)? ?(?:disclosed|announced|reported|described|noted)\\b[^,]*,\\s+|(?:in (?:connection|accordance|conjunction|anticipation|furtherance|respect)|pursuant to|under the terms|following|concurrent(?:ly)? with|in order to|for purposes|subject to|by letter|based on)\\b[^,]{0,160},\\s+|also,?\\s+|separately,?\\s+|on the same (?:day|date),?\\s+|accordingly,?\\s+|as a result,?\\s+|in addition,?\\s+|additionally,?\\s+|specifically,?\\s+|today,?\\s+|\\([a-h]\\)\\s*|\\d{1,2}[.)]\\s+)`,
  'i',
);

/** Matches sentences about the filing, other documents or calls, not about an event. */
const saysNothing =
  /\b(?:this (?:current )?report|current report on form|the following (?:information|discussion|is|table)|incorporated (?:herein|by reference)|(?:furnished|filed) (?:herewith|as|pursuant)|is (?:hereby )?attached|forward-looking|non-gaap|conference call|management (?:uses|utilizes|believes)|description of|foregoing|for more information|reference is made|see (?:the )?proxy|form 10-[kq] and|please refer|brief description|entitled to vote|present in person|shareholders of record|stockholders of record|we utilize|(?:attached|attaches) (?:hereto|herewith|as)|set forth in exhibit|fully complies|registration statement|prospectus supplement|form 8-k|reflected in this column|will vest|is subject to,? among other)\b/i;
const happens =
  /\b(?:announc\w+|enter(?:s|ed) into|complet\w+|acquir\w+|consummat\w+|clos(?:ed|es)|appoint\w+|elect(?:ed|s)|resign\w*|retir\w+|terminat\w+|approv\w+|adopt\w+|declar\w+|issu(?:ed|es)|s(?:old|ells?)|pric(?:ed|es)|amend\w*|extend\w*|receiv\w+|order\w*|award\w*|agree[ds]?|notif\w+|increas\w+|reduc\w+|named|promot\w+|stepp?\w* down|repurchas\w+|redeem\w*|redempt\w+|effect(?:ed|s)|filed|voted|ratif\w+|report(?:ed|s)|expects?|will|has been|depart\w+|hired|succeed\w*|launch\w+|transferr?\w+|borrow\w*|purchas\w+|merged?|to merge|settle\w*|granted|replaced|informed|tendered|presented|releas\w+|withdr[ae]w\w*|withdrawn|restat\w+|restructur\w+|discontinu\w+|suspend\w*|commenc\w+|invest\w*|exchange[ds]?|convert\w*|accelerat\w+|cancel\w*|determin\w+|conclud\w+|disclos\w+|updated|provid(?:ed|es)|paid|cut|rais(?:ed|es)|won|recommended|held|died|passed away|executed|signed|dismissed|engaged|relie(?:d|ved)|ceas(?:ed|es) to serve|removed|defaulted|incurred|delisted|detected|became aware|due and payable)\b/i;
/** Words for the events of an item. Sentences with them are preferred. */
const wanted: Readonly<Partial<Record<string, RegExp>>> = {
  '1.01': /\b(?:enter(?:ed|s) into|agreed|amend\w*|signed|executed|issued|sold|borrow\w*|renew\w*|extend\w*|priced)\b/i,
  '1.02': /\b(?:terminat\w+|repaid|redeem\w*|cancel\w*|expired?|ended|paid off|satisf\w+)\b/i,
  '1.03': /\b(?:proceedings?|commenced|chapter (?:7|11)|bankruptcy|petitions?|receiver\w*|fil(?:ed|ing))\b/i,
  '1.05': /\b(?:cyber\w*|unauthori[sz]ed|ransomware|intrusion|incident)\b/i,
  '2.04': /\b(?:default\w*|accelerat\w+|due and payable|notice)\b/i,
  '2.05': /\b(?:restructur\w+|reduc\w+|workforce|close|closure|exit|layoffs?|plan|charges?)\b/i,
  '2.06': /\b(?:impair\w+|write-?(?:down|off)|charges?)\b/i,
  '3.01': /\b(?:delist\w*|notif\w+|notice|letter|complian\w+|minimum bid|transfer\w*)\b/i,
  '4.01': /\b(?:dismiss\w+|engag\w+|appoint\w+|resign\w*|declin\w+|auditors?|accounting firm)\b/i,
  '4.02': /\b(?:(?:no longer|not) be relied|non-reliance)\b/i,
  '5.01': /\b(?:change (?:in|of) control|issued|sold|representing|acquir\w+|merged?|complet\w+|purchas\w+|majority)\b/i,
  '2.01': /\b(?:complet\w+|acquir\w+|consummat\w+|clos(?:ed|ing)|sold|dispos\w+|merged?|transferr?\w*)\b/i,
  '2.03': /\b(?:enter(?:ed|s) into|borrow\w*|issued|drew|guarant\w+|notes|loan|credit)\b/i,
  '3.02': /\b(?:issued|sold|sale|exchang\w+|convert\w*|private placement|warrants?|shares)\b/i,
  '5.02':
    /\b(?:approv\w+|appoint\w+|elect(?:ed|s)|resign\w*|retir\w+|terminat\w+|named|promot\w+|step\w* down|depart\w+|ceas(?:ed|es) to serve|relieved|removed|hired|succeed\w*|notified|not (?:to )?stand|compensation|bonus\w*|salary|employment agreement|award\w*|died|passed away|separation|plan)\b/i,
};

/** Items under which a sentence without a match of `wanted` is only background. */
const needsWanted: ReadonlySet<string> = new Set([...alarmItems, '1.02']);

const asBefore = /^as (?:previously|earlier) (?:disclosed|announced|reported)\b[^,]*(?:, \d{4})?,\s+/i;

const stays = /\b(?:agreed to (?:remain|stay|continue)|will (?:remain|continue) (?:to |as |in |with |employed))/i;
const leaves =
  /\b(?<!right to )(?:resign(?:ed|s|ing|ation)?|retire[sd]?|retiring|step(?:s|ped)? down|ceas(?:ed|es) to serve|(?:relieved|removed) (?:of|as|from)|(?<!\b(?:if|upon|event|whose)\b[^.;]{0,60})employment\b[^.;]{0,120}\b(?:terminated?|will end|ended)\b(?! (?:without|for|by)\b)|intent(?:ion)? to leave|depart(?:ed|s|ure)?|died|passed away|was (?:terminated|dismissed) as|(?:will|would|to|mutually agreed to) (?:separate(?! (?:the )?(?:roles?|positions?|offices?)\b)|depart|leave)|not (?:(?:to|be|intend to|seek to) ){0,2}stand(?:ing)? for re-?election)\b/i;
const comes = /\b(?:appointed|elected|named(?! executive)|promoted|hired|succeeds?|will succeed|appointment of)\b/i;
/** Returns points for a departure or an arrival, which matter more to readers than a pay plan. */
const pointsOfMove = (text: string): number => (leaves.test(text) ? 4 : comes.test(text) ? 3 : 0);
const opensEvent = new RegExp(
  `^(?:\\([a-h]\\)\\s*)?(?:also,? |in addition,? |separately,? |further,? )?(?:on|effective(?: as of)?) (?:or about )?${month} \\d`,
  'i',
);
/** Points that a sentence loses for each sentence before it. */
const perSentence = 1.2;

interface ScoredSentence {
  readonly text: string;
  readonly points: number;
}

/** Points by which a later event must exceed the first one to replace it. Background paragraphs often open with a date too. */
const moreSerious = 2;

/** Returns the lead's sentences with points for their place: a later one has fewer, unless it begins a more serious event. */
function scoredByPlace(lead: string, item: string | null): ScoredSentence[] {
  const found: ScoredSentence[] = [];
  let first = 0;
  for (const paragraph of lead.split('\n')) {
    const [opener, ...others] = sentencesOf(cleanText(paragraph), sentencesRead);
    if (opener === undefined) continue;
    const content = contentOf(opener, item);
    if (found.length === 0) first = content;
    const isMoreSerious = content >= first + moreSerious && opensEvent.test(paragraph);
    found.push({ text: opener, points: isMoreSerious ? content - first : -found.length * perSentence });
    for (const text of others) found.push({ text, points: -found.length * perSentence });
  }
  return found;
}

function candidates(lead: string, item: string | null): string[] {
  return scoredByPlace(lead, item)
    .slice(0, sentencesRead)
    .flatMap(({ text, points: ofPlace }): ScoredSentence[] => {
      if (text.length < 25 || !happens.test(text)) return [];
      const isWanted = item !== null && wanted[item]?.test(text) === true;
      if (!isWanted && needsWanted.has(item ?? '')) return [];
      const ofPerson = (item === '5.02' ? pointsOfMove(text) : 0) - (stays.test(text) ? 2 : 0);
      const points = (isWanted ? 2 : 0) + ofPerson + ofPlace - (saysNothing.test(text.replace(asBefore, '')) ? 4 : 0) - (text.endsWith(':') ? 1 : 0);
      return [{ text, points }];
    })
    .toSorted((a, b) => b.points - a.points)
    .map(({ text }) => text);
}

/** Matches `issued a press release announcing X`, which becomes `announced X`. */
const throughRelease =
  /\b(?:issued|released|made|distributed|published|furnished|disseminated) (?:an? |the |its )?(?:joint )?(?:earnings |news |press )*releases?,? (?:dated [^,]{4,24},? )?(?:today )?(announcing|reporting|regarding|relating to|related to|concerning|disclosing|describing|discussing|containing|setting forth|with respect to|to (?:announce|report|disclose)|in which (?:it|the company) (?:announced|reported)|that (?:announced|reported|announces))(?:,? among other (?:things|matters),?(?: announced)?)? (?:that )?/i;
/** Matches the beginning of a sentence about a release: `The Company's news release dated May 3 announcing X is incorporated herein`. */
const releaseSentence =
  /^(?:its|the|an?) (?:news|press|earnings) release,? (?:dated [^,]{4,24},? )?(announcing|reporting|regarding|relating to|related to|concerning|disclosing|commenting on)(?: that)? /i;
const saidOf = (word: string): string =>
  /report|result/i.test(word) ? 'reported ' : /regarding|relat|concern|discuss|describ|respect|comment/i.test(word) ? 'reported on ' : 'announced ';

const tails: readonly RegExp[] = [
  /,? (?:attached (?:hereto )?as|filed as|furnished as|included as|(?:which is|is|are) (?:attached|furnished|filed|incorporated|included))\b[^]*$/i,
  /,? (?:by and (?:among|between)|among|between) [A-Z\ue001][^]*$/,
  /,? (?:pursuant to|in accordance with|under) (?:the |an? |that certain |its )?(?:terms|indenture|underwriting|purchase agreement|securities act|rule|section|regulation|registration|prospectus|exemption|shelf)\b[^]*$/i,
  /,? (?:consisting of|as follows|including|which includes?|the following)?:[^]*$/i,
  /,? at \$$/,
  /, (?:as (?:amended|filed|representatives?|administrative agent|trustee|lender|borrower|successor|previously|described|defined|further|more fully)|which|who|whereby|pursuant to which|under which|of which|subject to|including, without|such (?:date|plan|agreement))\b[^]*$/i,
];
/** Matches the parties to an agreement when its subject follows. */
const parties =
  /,? (?:by and )?(?:among|between) (?:the |our )?[A-Z\ue001][^;]{0,400}?(?=,? (?:to (?:offer|issue|sell|purchase|acquire|provide|merge)|providing for|relating to|with respect to|for the (?:sale|purchase|acquisition))\b)/;
/** Matches the capacity in which a party signs when the agreement's subject follows. */
const signingCapacity =
  /,? as (?:the )?(?:representatives?|managers?)\b[^,;$]{0,90},?(?= (?:with respect to|relating to|providing for|for the (?:offer|issuance|sale)|to (?:offer|issue|sell|purchase))\b)/gi;
const underIndenture =
  /\b(?:pursuant to|under) the indenture governing (its|the) ([^,;]{5,60}?\b(?:notes|debentures|bonds|securities)(?: due \d{4})?)/gi;

/** Matches conditions and reasons between a subject and its verb or object. */
const interjected =
  /,? (?:in (?:connection|conjunction) therewith|subject to (?:\w+ ){0,3}approval|upon (?:the )?(?:approval|recommendation) (?:from|of|by) [^,;]{3,80}|after (?:discussion|consultation)s? with [^,;]{3,160}|as (?:included|contained|reported|set forth) in [^,;]{3,140}),(?= )/g;
const datedOn = new RegExp(`,? dated(?: as of| effective as of)? ${date}`, 'g');
const inner: readonly (readonly [RegExp, string])[] = [
  [datedOn, ''],
  [new RegExp(`\\bannounced (?:on )?${date},? (?=that )`, 'g'), 'announced '],
  [/,? (?:an? |its |the )(?:majority|wholly|indirect|direct)[-\w, ]{0,30}owned subsidiary of [^,]{1,60},/gi, ''],
  [/,? or (?:the )?(?:\ue001|Board|Committee|(?:\d{4} )?Plan)(?=,|$)/gi, ''],
  [/,? in (?:conjunction|collaboration) with [^;]{3,120}?,?(?= (?:has|have|had|will) )/g, ''],
  [/(?<=[Aa]greement),(?= to (?:offer|issue|sell)\b)/g, ''],
  [/,? par value \$?[\d.]+(?: per share)?,?/gi, ''],
  [
    /,? an? (?:[A-Z][a-z]+ ){1,3}(?:corporation|limited liability company|limited partnership|company|bank)(?: and (?:an? )?(?:in)?direct,? wholly[- ]owned subsidiary of (?:the )?\w+)?,?(?= )/g,
    '',
  ],
  [/\bwith respect to the (?:issuance|offer)(?: and sale)? of\b/gi, 'to sell'],
  [/\b(?:in|of) (?:the )?aggregate principal amount of\b/gi, 'of'],
  [/\baggregate principal amount of\b/gi, 'of'],
  [/\ue001(?:'s|’s|['’])(?= )/gi, 'its'],
  [/ of \ue001(?=[\s,.;]|$)/g, ''],
  [/ by \ue001(?=\s)/g, ''],
  [/\bour\b/g, 'its'],
  [/\b([a-z]+(?:[- ][a-z]+)?) \(\d{1,4}\)/g, '$1'],
  [/, ?,/g, ','],
  [/\b(Directors|Committee|Board), (?=(?:adopted|approved|elected|appointed|authorized|declared)\b)/g, '$1 '],
  [/\b(adopted|approved|elected|appointed|authorized|declared): (?=[a-z])/g, '$1 '],
  [/["“”]/g, ''],
];

/** Returns a title from one sentence; null when the sentence makes none. */
function titleFrom(sentence: string, input: EventTitleInput): EventTitle | null {
  let text = markSelf(
    guardCommas(sentence.replace(/^(?:and )?(?:\([a-h]\),? (?:and )?)+/, '')),
    input.company,
    shortNames(`${sentence} ${input.lead.slice(0, 1_200)}`, input.company),
  );
  for (let pass = 0; pass < 3; pass += 1) text = text.replace(aside, '');
  text = text.trim().replace(dateline, '');
  // `Pursuant to the agreement among ..., as agent, Example acquired`: the title begins with the company's act.
  const isByTerms = [text, text.replace(opening, '')].some((words) => byTerms.test(words));
  const acts = isByTerms ? text.search(selfActs) : -1;
  if (acts > 0) text = text.slice(acts);
  for (let pass = 0; pass < 4 && opening.test(text); pass += 1) text = text.replace(opening, '');
  text = text.replace(interposed, SELF);
  text = text
    .replace(throughRelease, (_, how: string) => saidOf(how))
    .replace(underIndenture, 'of $1 $2')
    .replace(parties, '')
    .replace(signingCapacity, '');
  text = text.replace(interjected, '');
  for (const tail of tails) text = cutTail(text, tail);
  for (const [pattern, by] of inner) text = text.replace(pattern, by);
  text = tidy(text);
  const fromRelease = releaseSentence.exec(text);
  const subject = fromRelease ?? selfSubject.exec(text);
  const afterSubject = subject === null ? '' : text.slice(subject[0].length);
  const isOfCompany = /^[a-z]/.test(afterSubject);
  const rest = isOfCompany ? agreeing(afterSubject, subject![0]) : text.replace(/^the (?=board|compensation|[A-Z])/i, '');
  const words = tidy(freeCommas(shortened(fromRelease === null ? rest : saidOf(fromRelease[1]!) + rest))).replaceAll(SELF, 'the company');
  if (words.split(' ').length < 3 || (isBroken.test(words) && !(isOfCompany && withOther.test(words))) || !happens.test(words)) return null;
  if ((isOfCompany && isPhrase.test(words)) || !isBalanced(words)) return null;
  if (/\b(?:press|news) releases?\b/i.test(words) && !/\b(?:announc|report)\w*\b.{12}/i.test(words)) return null;
  const whole = isOfCompany ? words : capitalised(words);
  return { words: `${whole}${dealOf(whole, input.lead, input.company)}`, isOfCompany, sentence };
}

const dateline = /^[A-Z][A-Za-z .]{2,30}(?:, [A-Z][A-Za-z. ]{1,20})?-{2,3} ?/;
/** Matches a description or reason between the company and its verb. */
const interposed =
  /^\ue001,? (?:an?|one of|the|in (?:accordance|connection|conjunction) with|pursuant to|following|as part of|upon|based on) [^;]{5,220}?,(?= (?:today |also )?(?:has|have|had|announc|report|complet|enter|acquir|sign|issu|receiv|agreed|declar|increas|approv|amend|appoint|sold|clos)\w*\b)/;
const byTerms = /^(?:pursuant to|in connection with|under the terms)\b/i;
const selfActs = /\ue001 (?:has |have )?(?:[a-z]{1,20}ed|sold|began)\b/;
const selfSubject = new RegExp(`^(?:\\ue001|[Ww]e),? (?:on ${date},? )?(?:(?:today|also|has|have|had) )?`);
const withOther =
  /^and (?:its subsidiar(?:y|ies),? )?[A-Z](?:(?! and [a-z])[^;]){1,70}?,? (?:have |has )?(?:jointly |mutually |today |each )?(?:announce[ds]?|agreed|enter(?:ed)?|executed|signed|complet\w+|clos\w+|consummated|terminat\w+|amend\w+|issued|reported|settled|extended|received)\b/;

/** Matches punctuation at the end of a title, which is cut. The full stop of an abbreviation is then restored. */
const endMarks = /(?<![\s,;:.–—-])[\s,;:.–—-]+$/;
const isShortForm = /\b(?:Inc|Corp|Co|Ltd|L\.P|N\.A|Jr|Sr|U\.S)$/;
function tidy(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const cut = plain.replace(endMarks, '');
  return cut !== plain && plain[cut.length] === '.' && isShortForm.test(cut.slice(-6)) ? `${cut}.` : cut;
}
const isBroken = /^(?:(?:is|are|was|were|be)\b(?! \w+ed\b)|which|that|who|where|and|or|but|as|such|dated|attached|pursuant)\b/i;

const isPhrase = /^(?:an?|the|one|in|at|of|for|with|by|from|upon|following|under)\b/;
const isBalanced = (words: string): boolean => words.endsWith('…') || words.split('(').length === words.split(')').length;

/** Changes a verb after `we` to its third person: `we expect` -> `expects`. */
const agreeing = (words: string, subject: string): string =>
  /^we\b/i.test(subject)
    ? words.replace(/^(expect|intend|plan|anticipate|believe|estimate|continue|announce|have|are)\b/, (verb) =>
        verb === 'have' ? 'has' : verb === 'are' ? 'is' : `${verb}s`,
      )
    : words;

const cutTail = (text: string, tail: RegExp): string => {
  const at = text.search(tail);
  return at >= 35 ? text.slice(0, at) : text;
};

/** Matches the end of a clause, but not a comma between adjectives: `two independent, publicly traded companies`. */
const clauseEnd =
  /[;,] (?=(?:and|or|but|which|who|with|to|in|on|at|for|as|by|from|of|under|upon|each|both|all|including|effective|subject|after|before|following|pursuant|plus|the|an?|its|his|her|their)\b|[^a-z])| (?=[–—] )/g;

/** Shortens the words to the title's length, after a clause if one ends late enough, else between words. */
function shortened(words: string): string {
  if (words.length <= titleCharacters) return words;
  const head = words.slice(0, titleCharacters);
  const clause = [...head.matchAll(clauseEnd)].at(-1)?.index ?? -1;
  return clause > 110 && isBalanced(head.slice(0, clause)) ? head.slice(0, clause).replace(/,? (?:and|or)$/, '') : cutText(words, titleCharacters);
}

const resultsPeriod =
  /\bresults?\b(?: of operations)?(?: and [\w ]{3,40}?)?,? (?:for|of|in|relating to) (?:(?:its|the|our|both) )?((?:[\w-]+ ){0,8}?(?:quarter|half|year|months?|period)\b(?:,? (?:and|of|fiscal|full|for|in|the|year|quarter|twelve|nine|six|three|12|9|6|3|months|half|FY|\d{4})\b){0,8}(?:,? (?:which )?end(?:ed|ing) [A-Z][a-z]+ \d{1,2}, \d{4})?)|\b((?:fiscal |first|second|third|fourth)[\w -]{0,40}?(?:quarter|year)(?: (?:fiscal )?\d{4})?) (?:and [\w -]{3,24}(?:quarter|year) )?(?:financial |operating |earnings )*results\b/i;

const delayed = /\b(?:delay(?:s|ed|ing)?|postpon(?:es|ed|ing)|unable to (?:file|report|release))\b/i;
/** Matches words before results that are still to come. A release that `will be` attached already has them. */
const toCome =
  /\b(?:will|plans to|intends to|expects to|is scheduled to|scheduled? for) (?:\w+ ){0,2}(?:report|release|announce|publish|issue|host|discuss)\b/i;

/** Returns for example `reports results for the quarter ended March 28, 2015`; null when no period is named. */
function resultsTitle(lead: string): EventTitle | null {
  const text = cleanText(lead.slice(0, 1_500));
  const found = resultsPeriod.exec(text);
  if (found === null) return null;
  const kind = /\bpreliminary\b/i.test(text.slice(Math.max(0, found.index - 60), found.index + 30)) ? 'preliminary results' : 'results';
  const period = (found[1] ?? found[2] ?? '').replace(/^(?:its|the|our) /i, '').replace(/ (?:and|of|for|in|the)$/i, '');
  const before = text.slice(0, found.index).split(/[.;] /).at(-1)!;
  if (delayed.test(before)) return { words: `delays its results for the ${period}`, isOfCompany: true, sentence: null };
  if (toCome.test(before)) return { words: `sets the date of its results for the ${period}`, isOfCompany: true, sentence: null };
  const revised = /\b(?:revis(?:ing|ed)|restat(?:ing|ed|es))\b/i.test(text.slice(0, found.index)) ? 'revises' : 'reports';
  return { words: `${revised} ${kind} for the ${period}`, isOfCompany: true, sentence: null };
}

/** Matches for example `A presentation to be given at the Example Growth Conference`. */
const showing =
  /\bpresent(?:ation|ations|ed|ing|s)?\b[^.]{0,90}?\b(?:at|during) (?:the |its )?((?:[A-Z0-9][\w&.’'-]* |(?:and|of|for|on|&) ){1,9}(?:Conference|Summit|Forum|Event|Symposium|Investor Day)(?: [XVI]+\b)?)/;

/** Returns the title from the lead of an item; null when no sentence makes one. */
export function eventTitle(input: EventTitleInput): EventTitle | null {
  const { item, lead } = input;
  if (item === '5.07') {
    const votes = votesTitle(lead);
    if (votes !== null) return { words: votes, isOfCompany: true, sentence: null };
  }
  if (item === '2.02' || item === null) {
    const results = resultsTitle(lead);
    if (results !== null) return results;
  }
  const shown = item === '7.01' || item === '8.01' ? showing.exec(lead.slice(0, 1_500))?.[1] : undefined;
  if (shown !== undefined) return { words: `presents at the ${shown}`, isOfCompany: true, sentence: null };
  for (const sentence of candidates(lead, item)) {
    const title = titleFrom(sentence, input);
    if (title !== null) return title;
  }
  return null;
}
