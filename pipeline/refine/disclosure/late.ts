/** Writes and scores an NT 10-K or NT 10-Q: a late annual report scores higher, and so do reasons that question the statements. */
import type { DisclosureFacts } from '#schemas/raw.ts';
import { cleanText } from '../normalise/clean.ts';
import { sentencesOf } from '../text/sentences.ts';
import { longDate } from '../text/format-figures.ts';
import { isAmendment, quote, type DisclosureText, type TextInput } from './text.ts';

type LateFacts = Extract<DisclosureFacts, { about: 'late' }>;

/** Reasons that question the statements or the company, the most serious first, each with its name for readers. */
const alarms: readonly { readonly name: string; readonly words: RegExp }[] = [
  { name: 'a restatement', words: /\brestat(?:e|es|ed|ing|ement|ements)\b|\bnon-reliance\b|\bno longer be relied upon\b/i },
  { name: 'an investigation', words: /\binvestigat(?!ional)\w+\b|\bsubpoena\w*\b/i },
  { name: 'a material weakness', words: /\bmaterial weakness(?:es)?\b/i },
  {
    name: 'doubt about going concern',
    words: /\b(?:substantial|significant) doubt\b|\bgoing concern (?:qualification|opinion|paragraph|explanatory|doubt|uncertainty)\b/i,
  },
  {
    name: 'a change of auditors',
    words:
      /\b(?:resignation|dismissal|termination|replacement|change) (?:of|in) (?:\w+ ){0,5}(?:auditors?|accounting firm|accountants?)\b|\b(?:auditors?|accounting firm)\b[^.,]{0,30}\b(?:resigned|dismissed)\b|\b(?:dismissed|replaced|engaged|appointed) (?:\w+ ){0,5}(?:auditors?|accounting firm)\b|\bnew(?:ly)?(?: \w+){0,4} (?:auditors?|accounting firm)\b/i,
  },
  { name: 'insolvency', words: /\bchapter (?:7|11)\b|\bbankruptcy\b|\binsolven\w+\b/i },
  { name: 'a default', words: /\bevents? of default\b|\bin default\b|\bforbearance\b/i },
  {
    name: 'an impairment',
    words:
      /\bimpairment (?:charges?|loss(?:es)?|expenses?)\b|\bimpairments? of\b|\b(?:record\w*|recogni[sz]\w+|incur\w*) (?:an? )?(?:\w+ ){0,3}impairments?\b/i,
  },
];

/** `cause` matches a sentence that gives a cause, `elsewhere` one that refers to another text for it. */
const cause = /\b(?:because|due to|as a result|result(?:ed|ing) (?:from|in)|owing to|(?:additional|more|further) time|delays? in)\b/i;
const elsewhere = /\b(?:described|set forth|stated|discussed) (?:below|above|herein|in)\b/i;

const denied = /\b(?:not|no|never|without)\b/i;
/** Matches a denial with its whole list: `does not relate to any restatement, going concern doubt or bankruptcy`. */
const deniedList =
  /\bnot (?:relate\w*|due|attributable|caused|the result|a result|result\w*|involve\w*|concern\w*|identif\w+|expect\w*|anticipate\w*|aware|because)\b[^;]*?(?=\b(?:but|however|although|rather|instead)\b|;|$)/gi;
/** Matches a word that ends the scope of an earlier denial: `could not finish its audit because of a restatement`. */
const endsDenial = /;|\b(?:because|due to|owing to|result of|but|however|although|rather|instead)\b/i;
/** Matches a contract, plan or charter in its newest form, which is no restatement of accounts. */
const amendedAndRestated = /\bamend\w*(?:,? and|,) restat\w*|\brestated (?=(?:certificate|articles|by-?laws|charter)\b)/gi;
/** Matches a denial that follows the denied words: `A restatement of prior periods is not expected`. */
const deniedAfter = /^[^,;]{0,60}\b(?:is|are|was|were|has|have|had|will|does|did) (?:not|never)\b/i;

/** Returns the alarms that sentences state and do not deny, most serious first. */
function alarmsIn(text: string): readonly { readonly name: string; readonly sentence: string }[] {
  const sentences = sentencesOf(cleanText(text), 80);
  return alarms.flatMap(({ name, words }) => {
    const sentence = sentences.find((one) => {
      const stated = one.replaceAll(amendedAndRestated, 'amended').replaceAll(deniedList, 'not');
      const at = words.exec(stated)?.index;
      if (at === undefined || deniedAfter.test(stated.slice(at))) return false;
      const before = stated
        .slice(Math.max(0, at - 40), at)
        .split(endsDenial)
        .at(-1)!;
      return !denied.test(before);
    });
    return sentence === undefined ? [] : [{ name, sentence }];
  });
}

export function lateText(facts: LateFacts, input: TextInput): DisclosureText {
  const isAnnual = facts.report === 'Form 10-K';
  const found = alarmsIn(`${facts.reasons}\n${facts.change}`);
  const period = facts.period_on === null ? '' : ` for the period ended ${longDate(facts.period_on)}`;
  const extension = isAnnual ? '15 calendar days' : 'five calendar days';
  const within =
    facts.is_within_extension === true
      ? ` It expects to file within the extension of ${extension}.`
      : facts.is_within_extension === false
        ? ' It does not state that it will file within the extension.'
        : '';
  const sentences = sentencesOf(cleanText(facts.reasons), 30);
  const reason = found[0]?.sentence ?? sentences.find((one) => cause.test(one) && !elsewhere.test(one)) ?? sentences[0] ?? '';
  const given = reason === '' ? ' The notice states no reason that could be read.' : ` The reason given: ${quote(reason)}`;
  const change =
    facts.expects_change === true
      ? ` It expects a significant change of results from the year before${facts.change === '' ? '.' : `: ${quote(sentencesOf(cleanText(facts.change), 2).join(' '))}`}`
      : facts.expects_change === false
        ? ' It expects no significant change of results from the year before.'
        : '';
  const named = found.map(({ name }) => name).slice(0, 3);
  const relevance = (isAnnual ? 7 : 6) + (found.length > 0 ? 1 : 0);
  const confidence = found.length > 0 ? 'medium' : 'low';
  const because = named.length === 0 ? '' : `, naming ${named.join(', ')}`;
  return {
    title: `${input.company} (${input.ticker}): ${facts.report}${period} will be late${because}`,
    summary: `${input.company} (${input.ticker}) notified the SEC (${input.form}) that its ${facts.report}${period} will be late.${given}${within}${change}${isAmendment(input) ? ' Reported in an amended notice.' : ''}`,
    impact: `Late ${facts.report} of ${input.ticker}${because}.`,
    reasoning: `${input.form}: a company that cannot report in time is more often in trouble than not${named.length === 0 ? '' : `, and the notice names ${named.join(', ')}`}. Read as negative with ${confidence} confidence.`,
    sentiment: 'negative',
    confidence,
    relevance,
    novelty: isAmendment(input) ? 4 : 8,
    category: 'corporate_actions',
    topics: ['late filing'],
    people: [],
  };
}
