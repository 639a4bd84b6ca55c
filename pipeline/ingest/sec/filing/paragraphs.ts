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

/** Returns whether every other line is blank, as in some plain documents; then indentation begins a paragraph. */
function isDoubleSpaced(text: string): boolean {
  const lines = text.slice(0, 12_000).split('\n');
  const full = lines.filter((line) => line.trim().length > 55);
  const alone = lines.filter((line, at) => line.trim().length > 55 && (lines[at + 1] ?? '').trim() === '' && (lines[at - 1] ?? '').trim() === '');
  return full.length >= 6 && alone.length > full.length * 0.8;
}

export function paragraphsOf(whole: string): Paragraph[] {
  const isPlain = /\n[ \t]*\n/.test(whole);
  const head = whole.slice(0, charactersMax);
  const isSpaced = isPlain && isDoubleSpaced(head);
  const text = isSpaced ? head.replace(/\n[ \t]*\n/g, '\n') : head;
  const found: Paragraph[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) found.push({ text: collapse(open.join(' ')), lines: open.map(collapse) });
    open = [];
  };
  for (const line of text.split('\n')) {
    const bare = line.trim().replace(bullet, '');
    if (isSpaced && /^ {3,}\S/.test(line)) close();
    if (bare === '' || isDrawn(bare)) close();
    else if (isTableRow(bare)) close();
    else {
      open.push(bare);
      if (!isPlain) close();
    }
  }
  close();
  return found;
}
