/** Replaces a company's mentions of itself (its name in any form, `the Company`, its defined names) by the character SELF. */
import { wordSet } from '../text/word-set.ts';

export const SELF = '\ue001';
/** Replaces a comma within a name, date or number, so that no pattern takes it for the end of a clause. */
export const COMMA = '\ue000';

const generic = /\b(?:[Tt]he|[Oo]ur) (?:[Cc]ompany|[Rr]egistrant|[Cc]orporation|[Ii]ssuer|[Pp]artnership|[Pp]arent|[Ff]irm)\b(?! [A-Z])/g;
const legal = wordSet(
  'inc incorporated corp corporation co company companies ltd limited llc llp lp plc nv sa ag se trust group holding holdings bancorp',
);
const longForms: ReadonlyMap<string, string> = new Map([
  ['corp', 'corporation'],
  ['inc', 'incorporated'],
  ['co', 'company'],
  ['intl', 'international'],
  ['ltd', 'limited'],
]);
const bare = (word: string): string => {
  const letters = word.toLowerCase().replace(/[^\p{L}\d&]/gu, '');
  return longForms.get(letters) ?? letters;
};
export const nameWords = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((word) => bare(word.replace(/['’]s?$/, '')))
    .filter((word) => word !== '' && !legal.has(word));
const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\d]/u.test(character);

/** Returns the names that a text defines for the company: `Example Corp (the “Company”)`, `(“Example”)`. */
export function shortNames(source: string, company: string): string[] {
  const first = bare(company.replace(/^the /i, '').split(' ')[0] ?? '');
  const found: string[] = [];
  for (const { 1: alias = '', index } of source.matchAll(/\((?:the )?["“]([A-Z][\w&.' ’-]{1,40})["”]/g)) {
    if (bare(alias.split(' ')[0] ?? '') === first) found.push(alias);
    if (!/^(?:Company|Registrant|Corporation|Issuer|Bank|Partnership)$/.test(alias)) continue;
    const words = source
      .slice(Math.max(0, index - 90), index)
      .trim()
      .split(' ');
    let from = words.length;
    while (from > 0 && /^(?:[A-Z&]|of$|and$)/.test(words[from - 1]!)) from -= 1;
    // `The Company and Example Bank (the “Bank”)` names two companies.
    const name = words
      .slice(from)
      .join(' ')
      .replace(/^(?:Company|Registrant|Corporation|Issuer)\b.*?\band /, '');
    const isOther = alias === 'Bank' && /["“]Company["”]/.test(source);
    if (from < words.length && !isOther) found.push(name);
  }
  return found.filter((name) => name.length > 2);
}

/** Returns the end of a name whose first word ends at `end`. Words of the company's name and legal forms that follow belong to it. */
function endOfName(text: string, end: number, rest: ReadonlySet<string>): number {
  for (let at = end; ;) {
    const next = /^[,\ue000]? ([^\s,;()\ue000]{1,40})/.exec(text.slice(at, at + 48));
    const word = next === null ? '' : bare(next[1]!.replace(/['’]s?$/, ''));
    if (next === null || !(rest.has(word) || legal.has(word))) return at;
    // A possessive ending is not part of the name.
    if (/['’]s?$/.test(next[1]!)) return at + next[0].replace(/['’]s?$/, '').length;
    at += next[0].length;
  }
}

function marked(text: string, name: string, rest: ReadonlySet<string>): string {
  const lower = text.toLowerCase();
  const wanted = name.toLowerCase();
  let out = '';
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, Math.max(from, at + 1))) {
    if (isWordCharacter(text[at - 1]) || isWordCharacter(text[at + wanted.length]) || !/[A-Z\d]/.test(text[at]!)) continue;
    // `Example.com` and `Ex-Ample` are other names, unless they are the company's own.
    const joined = /^[.-]([\p{L}\d]+)/u.exec(text.slice(at + wanted.length, at + wanted.length + 30));
    if (joined !== null && !rest.has(bare(joined[1]!))) continue;
    const end = endOfName(text, at + wanted.length + (joined?.[0].length ?? 0), rest);
    // `Example Space Operations` is another company.
    if (/^ [A-Z]/.test(text.slice(end, end + 2)) && !text.slice(at, end).endsWith('.')) continue;
    const start = /\bthe $/i.test(text.slice(Math.max(from, at - 4), at)) ? at - 4 : at;
    out += `${text.slice(from, start)}${SELF}`;
    from = end;
  }
  return out + text.slice(from);
}

export function markSelf(text: string, company: string, names: readonly string[]): string {
  const [first = '', ...others] = company.replace(/^the /i, '').split(/[\s,]+/);
  const rest = new Set(others.map(bare));
  let out = first.length < 2 ? text : marked(text, first, rest);
  for (const name of names) out = marked(out, name, rest);
  return out.replace(generic, SELF);
}
