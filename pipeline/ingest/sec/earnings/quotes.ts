/** Finds the quotations of a release: whole sentences, with speaker and role. */
import type { Quote } from '#schemas/earnings.ts';

const quotesMax = 3;
const lengthMin = 40;
const lineMax = 6_000;
const said = '(?:said|says|commented|stated|added|noted|remarked|concluded)';
const namePart = "(?:[A-Z][A-Za-z'’-]{1,30}|[A-Z]\\.)";
const person = `(?:(?:Mr|Ms|Mrs|Dr)\\. )?${namePart}(?: (?:${namePart}|de|van|von|la|del|da)){1,4}`;
const role = '(?:, ([^.“”"]{3,140}))?';
/** Matches `“…,” said Jane Doe, Chief Executive Officer.` */
const after = new RegExp(`^,? ?${said} (${person})${role}[.]`);
/** Matches `Jane Doe, Chief Executive Officer, commented: “…”` */
const before = new RegExp(`(${person}), ([^.“”":]{3,140}?),? ${said}[:,] ?$`);
const office = /\b(?:CEO|CFO|COO|President|Chairman|Chairwoman|Officer)\b/;
const honorific = /^(?:Mr|Ms|Mrs|Dr)\. /;

interface Quoted {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the texts between quotation marks of one line; straight marks open and close alternately. */
function quotedIn(line: string): Quoted[] {
  const found: Quoted[] = [];
  let open = -1;
  for (let at = 0; at < line.length; at += 1) {
    const mark = line[at];
    if (mark !== '“' && mark !== '”' && mark !== '"') continue;
    if (open >= 0 && mark !== '“') {
      found.push({ text: line.slice(open + 1, at), start: open, end: at + 1 });
      open = -1;
    } else open = at;
  }
  return found;
}

const trimmedRole = (text: string | undefined): string | null => {
  const words = (text ?? '')
    .replace(/^(?:the )?company['’]s /i, '')
    .replace(/ (?:further|also)$/, '')
    .trim();
  return words === '' ? null : words;
};

export function readQuotes(text: string): Quote[] {
  const quotes: Quote[] = [];
  for (const line of text.split('\n')) {
    if (quotes.length >= quotesMax) break;
    if (line.includes('\t') || line.length > lineMax || !/[“"]/.test(line)) continue;
    const parts = quotedIn(line);
    for (const [index, part] of parts.entries()) {
      if (quotes.length >= quotesMax || part.text.length < lengthMin) continue;
      const following = after.exec(line.slice(part.end, part.end + 260));
      const leading = following === null ? before.exec(line.slice(Math.max(0, part.start - 260), part.start)) : null;
      const by = following ?? leading;
      if (by === null) continue;
      // A quotation that continues after the speaker's name is the same one.
      const rest = following === null ? undefined : parts[index + 1];
      const goesOn = rest !== undefined && rest.start - part.end - following![0].length <= 2 ? ` ${rest.text.trim()}` : '';
      const words = `${part.text.trim().replace(/,$/, '.')}${goesOn}`;
      const [speaker, theirRole] = [by[1]!.replace(honorific, ''), trimmedRole(by[2])];
      // "said Example CEO, Jane Doe": here the office comes first.
      quotes.push(
        theirRole !== null && office.test(speaker) ? { speaker: theirRole, role: speaker, text: words } : { speaker, role: theirRole, text: words },
      );
    }
  }
  return quotes;
}
