/** Splits the text of a document into paragraphs. In text from HTML each line is one; in plain text empty lines separate them. */

export interface Paragraph {
  /** The text of the paragraph. Blanks replace its line breaks, so that offsets match. */
  readonly words: string;
  /** Lines as filed: a heading in plain text may have several. */
  readonly lines: readonly string[];
  readonly start: number;
}

export const bullet = /^(?:[•·▪■◆◦○●§*]\s*|--?\s*|o\s+(?=\p{Lu}|\t))/u;

/** Matches a heading that consists of a period and guidance: "Third Quarter 2026 Outlook", "Updated full-year guidance". */
const heading =
  /^(?=.*\b(?:guidance|outlook|targets)\b)(?:(?:\W|\b(?:guidance|outlook|targets|expectations|business|financial|company|corporate|revenue|earnings|updated?|revised|new|current|prior|previous|full|fiscal|calendar|year|years|annual|quarter|quarterly|half|first|second|third|fourth|q[1-4]|fy|fy\d\d|fy20\d\d|20\d\d|[1-4]q\d\d|h[12]|and|for|the|of|our|as|ending|ended|january|february|march|april|may|june|july|august|september|october|november|december|\d{1,2}|gaap|non-gaap|summary)\b))+$/i;
const headingCharactersMax = 120;
export const isGuidanceHeading = (words: string): boolean => words.length <= headingCharactersMax && heading.test(words);

/** Returns whether a line is a rule of dashes, a page number or a logo. A figure with a full stop is the end of a wrapped sentence. */
const isDrawn = (line: string): boolean =>
  !/^\d[\d,]*\.$/.test(line) && (/^[\s\d*=_.–—-]*$/.test(line) || /^\W*(?:page\s+)?\d{1,3}\W*$/i.test(line) || /^\[.{0,60}\]$/.test(line));

/** Returns whether a line has cells, separated by tabs (HTML) or by wide gaps around figures (plain text). */
const isTableRow = (line: string): boolean =>
  line.includes('\t') || (/\S {3,}\S/.test(line) && /\d[,.)%]*$/.test(line)) || /\.{4}|-{4}|={4}/.test(line);

/** Returns the paragraphs of a text. `withRows`: also table rows, whose cells may hold sentences. */
export function paragraphsOf(text: string, withRows = false): Paragraph[] {
  const isPlain = /\n[ \t]*\n/.test(text);
  const paragraphs: Paragraph[] = [];
  let open: string[] = [];
  let openAt = 0;
  const close = (): void => {
    if (open.length > 0) paragraphs.push({ words: open.join(' '), lines: open, start: openAt });
    open = [];
  };
  let start = 0;
  for (const line of text.split('\n')) {
    const bare = line.trim();
    const body = bare.replace(bullet, '');
    if (!isPlain || body !== bare) close();
    if (isDrawn(bare) || (!withRows && isTableRow(body))) close();
    else {
      if (open.length === 0) openAt = start;
      open.push(line);
      // A heading may have its text on the next line.
      if (open.length === 1 && isGuidanceHeading(bare) && !bare.endsWith('.')) close();
    }
    start += line.length + 1;
  }
  close();
  return paragraphs;
}
