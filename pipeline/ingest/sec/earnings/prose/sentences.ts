/** The filing's text in, its sentences with their places out; table rows, boilerplate on forward-looking statements and contact lines are none. */

export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const sentencesMax = 600;
const boilerplate =
  /forward-looking|private securities litigation|safe harbor|risk factors|undue reliance|could cause actual results|conference call|webcast|replay|dial(?:ing)?[\s-]in|passcode|www\.|non-gaap financial measures? (?:should|are|is)|securities and exchange commission/i;
const abbreviation = /\b(?:Inc|Corp|Ltd|Co|Mr|Ms|Mrs|Dr|No|vs|U\.S|St|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|approx|S\.A|N\.V|E\.P\.S)\.$/;

export function readSentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    if (!line.includes('\t') || /^[•·▪●o*-]\t/.test(line)) splitLine(line, lineStart, found);
    lineStart += line.length + 1;
    if (found.length >= sentencesMax) break;
  }
  return found.filter(({ text: words }) => words.length >= 30 && words.length <= 700 && /[a-z]{3}/.test(words) && !boilerplate.test(words));
}

function splitLine(line: string, lineStart: number, found: Sentence[]): void {
  let from = 0;
  const push = (to: number): void => {
    const words = line
      .slice(from, to)
      .trim()
      .replace(/^[•·▪●■◆*-]\s*/, '');
    if (words !== '') {
      const start = lineStart + line.indexOf(words, from);
      found.push({ text: words, start, end: start + words.length });
    }
    from = to;
  };
  for (const match of line.matchAll(/[.!?]["”’)]*\s+(?=["“(]?[A-Z])/g)) {
    if (found.length >= sentencesMax) return;
    const to = match.index + 1;
    if (!abbreviation.test(line.slice(Math.max(0, to - 12), to))) push(match.index + match[0].trimEnd().length);
  }
  push(line.length);
}
