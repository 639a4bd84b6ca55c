/** Finds the quotations in a release: whole sentences, with speaker and role. */
import type { Quote } from '#schemas/earnings.ts';
import { paragraphsOf } from '../documents/paragraphs.ts';

const quotesMax = 3;
const lengthMin = 40;
const lineMax = 6_000;
const said = '(?:said|says|commented|stated|added|noted|remarked|continued|concluded)';
const namePart = String.raw`(?:\p{Lu}[\p{L}\p{M}'’–-]{1,30}|[dl]['’]\p{Lu}[\p{L}\p{M}]{1,30}|\p{Lu}\.)`;
const particle = '(?:de|der|den|van|von|la|le|del|da|di|du|dos|ter|ten|al|bin)';
const office = String.raw`\b(?:CEO|CFO|COO|[Pp]resident|[Cc]hair(?:man|woman)?|[Oo]fficer)\b`;
/** Words of an office before a name: "Example’s chairman and CEO Jane Doe". */
const officeWords = String.raw`(?:(?:[\p{L}\p{M}'’-]{2,30} ){0,8}?${office}(?: and (?:\p{L}{2,30} ){0,4}?${office})? )?`;
const title = String.raw`(?:Mr|Ms|Mrs|Dr)\.`;
const person = `(?:${officeWords}(?:${title} )?${namePart}(?: (?:${namePart}|${particle})){1,5}(?:,? (?:Jr|Sr)\\.|,? (?:II|III|IV))?|${title} ${namePart})`;
/** Matches a role. A full stop in it belongs to an abbreviation: "Ph.D., Chairman", "of Example Inc. and". */
const role = String.raw`((?:[^.“”"]|\.(?=[\p{L},]| \p{Ll})){3,140}?)`;
/** Matches `“…,” said Jane Doe, Chief Executive Officer.` and `“…,” Jane Doe, Chief Executive Officer, said.` */
const after = new RegExp(
  String.raw`^,? ?(?:\(\d\) ?)?(?:${said} (${person})(?:, ${role})?|(${person})(?:, ${role},)? ${said})(?:[.](?![\p{L},]| \p{Ll})|,(?= [“"]))`,
  'u',
);
/** Matches `Jane Doe, Chief Executive Officer, commented: “…”` */
const before = new RegExp(String.raw`(?<![\p{L}\p{M}'’-])(${person})(?:, ${role})?,? ${said}[:,]? ?$`, 'u');
/** Matches a word that `after` and `before` need; most quoted paragraphs have none. */
const speaks = new RegExp(said);
const announces = new RegExp(`\\b${said}[:,]$`);
const namesOffice = new RegExp(office);
/** Matches an office before a name and a comma: "Example’s Chairman and CEO, Jane Doe, commented:". */
const roleAhead = new RegExp(`(?:^|[.!?”"] )([^.“”":;,]{0,100}${office}[^.“”":;,]{0,60}), $`);
/** Matches an office before a name: "Example CEO Jane Doe". */
const officeFirst = new RegExp(`^(.*${office}) (\\S+ \\S.*)$`);
const honorific = /^(?:Mr|Ms|Mrs|Dr)\. (?=\S+ )/;

interface Quoted {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the quoted texts in a line. Straight marks open and close alternately, and a short quotation may be nested. */
function quotedIn(line: string): Quoted[] {
  const quoted: Quoted[] = [];
  let open = -1;
  let inner = 0;
  for (let at = 0; at < line.length; at += 1) {
    const mark = line[at];
    if (mark !== '“' && mark !== '”' && mark !== '"') continue;
    const inBrackets = open >= 0 && line[at - 1] === '(' ? (bracketed.exec(line.slice(at + 1, at + innerMax))?.[0].length ?? 0) : 0;
    if (inBrackets > 0) at += inBrackets;
    else if (open >= 0 && mark === '“' && closesSoon.test(line.slice(at + 1, at + innerMax))) inner += 1;
    else if (mark === '”' && inner > 0) inner -= 1;
    else if (open >= 0 && mark !== '“') {
      quoted.push({ text: line.slice(open + 1, at), start: open, end: at + 1 });
      open = -1;
    } else {
      open = at;
      inner = 0;
    }
  }
  // A quotation that continues in the next paragraph has no closing mark here.
  if (open >= 0 && /[.!?]$/.test(line)) quoted.push({ text: line.slice(open + 1), start: open, end: line.length });
  return quoted;
}
const innerMax = 60;
const closesSoon = /^[^“”]*”/;
const bracketed = /^[^“”"()]+[”"](?=\))/;

const trimmedRole = (text: string | undefined): string | null => {
  const words = (text ?? '')
    .replace(/^(?:the )?company['’]s /i, '')
    .replace(/ (?:further|also)$/, '')
    .trim();
  return words === '' ? null : words;
};

/** Returns the words with a full stop for the comma before the speaker. `rest`: words after the speaker, which may continue the sentence. */
const closed = (words: string, rest = ''): string => (/^\p{Ll}/u.test(rest) ? words.trim() : words.trim().replace(/,$/, '.'));

/**
 * Returns speaker and role. "said Example CEO, Jane Doe" and "said Example CEO Jane Doe" begin with the role. "Ms. Doe" is a speaker whom an
 * earlier quotation names in full.
 */
function speakerOf(named: string, theirRole: string | null, quotesBefore: readonly Quote[]): Omit<Quote, 'text'> {
  const speaker = named.replace(honorific, '');
  const [, theirOffice, name] = officeFirst.exec(speaker) ?? [];
  if (theirOffice !== undefined && name !== undefined) return { speaker: name, role: theirRole ?? theirOffice };
  const known = quotesBefore.find((quote) => speaker !== quote.speaker && quote.speaker.endsWith(` ${speaker.split(' ').at(-1)}`));
  if (known !== undefined) return { speaker: known.speaker, role: theirRole ?? known.role };
  return theirRole !== null && namesOffice.test(speaker) ? { speaker: theirRole, role: speaker } : { speaker, role: theirRole };
}

export function readQuotes(text: string): Quote[] {
  const quotes: Quote[] = [];
  let lead = '';
  for (const { words } of paragraphsOf(text)) {
    if (quotes.length >= quotesMax) break;
    const own = words.length > lineMax ? '' : words.replace(/\s+/g, ' ').trim();
    const line = lead + own;
    const isQuoting = /[“"]/.test(own);
    lead = !isQuoting && announces.test(own) ? `${own} ` : '';
    if (!isQuoting || !speaks.test(line)) continue;
    const parts = quotedIn(line);
    let quotedTo = 0;
    for (const [index, part] of parts.entries()) {
      if (quotes.length >= quotesMax || part.start < quotedTo) continue;
      const following = after.exec(line.slice(part.end, part.end + 260));
      const leading = following === null ? before.exec(line.slice(Math.max(0, part.start - 260), part.start)) : null;
      const by = following ?? leading;
      if (by === null) continue;
      // The words after the speaker's name continue the same quotation.
      const next = following === null ? undefined : parts[index + 1];
      const rest = next !== undefined && next.start - part.end - following![0].length <= 2 ? next : null;
      const whole = `${closed(part.text, rest?.text)} ${closed(rest?.text ?? '')}`.trim();
      if (whole.length < lengthMin) continue;
      quotedTo = rest?.end ?? part.end;
      const roleBefore = leading === null ? undefined : roleAhead.exec(line.slice(0, part.start - leading[0].length))?.[1];
      quotes.push({ ...speakerOf((by[1] ?? by[3])!, trimmedRole(by[2] ?? by[4] ?? roleBefore), quotes), text: whole });
    }
  }
  return quotes;
}
