/** Splits a filing's text into paragraphs without table rows: one a line in text from HTML, separated by empty lines in plain text. */

export interface Paragraph {
  /** Text on one line, white space collapsed. */
  readonly text: string;
  /** Lines as filed: a heading in plain text may have several. */
  readonly lines: readonly string[];
}

/** Characters read; cover, a release's lead and the text of the items are near the beginning. */
const charactersMax = 40_000;
const bullet = /^[•·▪■◦○●§*o-]\s*\t\s*/;
/** Returns whether a line is a rule of dashes, a page number or a logo. */
const isDrawn = (line: string): boolean => /^[\s\d*=_.–—-]*$/.test(line) || /^\W*(?:page\s+)?\d{1,3}\W*$/i.test(line) || /^\[.{0,60}\]$/.test(line);

/** Collapses white space; most lines have single blanks only and need no replacement. */
const collapse = (text: string): string => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

/** Returns whether tabs (HTML) or wide gaps around figures (plain) separate cells. */
const isTableRow = (line: string): boolean => line.includes('\t') || (/\S {3,}\S/.test(line) && /\d[,.)%]*\s*$/.test(line));

/** Returns the paragraphs of the first pages. */
export function paragraphsOf(whole: string): Paragraph[] {
  const isPlain = /\n[ \t]*\n/.test(whole);
  const paragraphs: Paragraph[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) paragraphs.push({ text: collapse(open.join(' ')), lines: open.map(collapse) });
    open = [];
  };
  for (const line of whole.slice(0, charactersMax).split('\n')) {
    const bare = line.trim().replace(bullet, '');
    if (bare === '' || isDrawn(bare)) close();
    else if (isTableRow(bare)) close();
    else {
      open.push(bare);
      if (!isPlain) close();
    }
  }
  close();
  return paragraphs;
}
