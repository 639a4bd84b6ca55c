/** Recognises words of every report of a kind, which do not identify an event: forms, periods, abbreviations, dates, columns. */
import { wordIn, type Lexeme } from '../text/lexeme.ts';
import type { Words } from '../text/words.ts';

// prettier-ignore
const isTemplateWord = wordIn(`inc incorporated corp corporation co company companies plc ltd limited llc lp ag sa nv se spa ab asa oyj kk bhd pte pty group holding holdings
first second third fourth 1st 2nd 3rd 4th half nine six three twelve month months mths year years yearly period ended ending end ends full interim final annual statement statements figures financial operating operational operations consolidated unaudited
posts post posting publishes releases release issues details date dates schedule scheduled schedules expectations preview webcast presentation
qtr qtly shr shrs cts dlr dlrs mln bln trln stg pct net oper rev revs sls avg prior record pay payable payout div qtrly mthly extraordinary
ceo cfo coo cto ipo
stocks movers moving session pre-market premarket after-hours hits highs lows 52-week performing industries industry large-cap mid-cap small-cap`);

const DAY_MAX = 31;

/** Returns whether the word at this index is a template word. A number beside a month is a day. */
export function isTemplate(words: Words, at: number): boolean {
  const lexeme = words.lexemes[at];
  if (lexeme === undefined) return false;
  if (lexeme.calendar !== null || lexeme.numberKind === '<year>' || lexeme.numberKind === '<quarter>') return true;
  return isTemplateWord(lexeme) || (isDay(lexeme) && (isCalendar(words.lexemes[at - 1]) || isCalendar(words.lexemes[at + 1])));
}

const isDay = ({ number, numberKind }: Lexeme): boolean => number !== null && numberKind === '<num>' && number.value >= 1 && number.value <= DAY_MAX;
const isCalendar = (lexeme: Lexeme | undefined): boolean => lexeme !== undefined && lexeme.calendar !== null;

// prettier-ignore
const isColumnWord = wordIn(`morning midday evening daily weekly monthly today tonight day week weekend month bid talk brief briefs briefing news notebook notes wrap roundup round-up snapshot live view views watch update updates report diary digest recap
open close opening closing preview podcast video letter newsletter column analysis explainer factbox timeline focus insight breakingviews markets market stocks trading calendar minutes headlines`);
const LABEL_WORDS_MAX = 4;

/** Returns the number of words at the beginning of a title that name a column, else 0: `Market Talk: ...`, `Global markets - ...`. */
export function columnLength({ text, lexemes, start }: Words): number {
  const mark = /:|\s[-–—|]\s/.exec(text);
  if (mark === null) return 0;
  let length = 0;
  let isColumn = false;
  while (length < lexemes.length && (start[length] ?? 0) < mark.index) {
    const lexeme = lexemes[length];
    if (lexeme !== undefined && isColumnWord(lexeme)) isColumn = true;
    length += 1;
  }
  return isColumn && length <= LABEL_WORDS_MAX && length < lexemes.length ? length : 0;
}
