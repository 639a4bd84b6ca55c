/** Recognises articles about one position of a quarterly list (Form 13F), which publishers generate. A stake of an activist or a state is news. */
const BY_NAME = /\b13F\b/;

/** Words in the names of investors that companies of other trades do not have. */
const INVESTORS =
  'LLC|LLP|L\\.?P\\.|LP|Trust|Bank|Advis[eo]rs?|Advisory|Wealth|Fiduciary|Capital|Partners|Partnership|Managm?ent|Management|(?-i:Assets?|Invest)|Investments?|Financial|Funds?|ETF|Endowment|Fonder|Insurance|Pension|Retirement|Associates|Securities';
const INVESTOR = new RegExp(String.raw`\b(?:${INVESTORS})\b`, 'i');
const FIRM = new RegExp(
  String.raw`\b(?:${INVESTORS}|Inc|Corp|Corporation|Co|Company|Ltd|Limited|PLC|AB|A\/?S|A S|AG|S\.?A\.?|N\.?[AV]\.?|Group|Holdings|Global|Technologies)\b`,
  'i',
);
/** Matches a company as these articles write it: `Acme Inc. $ACME`, `Acme (NYSE:ACME)`. */
const AS_LISTED = /\$[A-Z]{1,5}\b|\((?:NYSE|NASDAQ|NYSEARCA|NYSEAMERICAN|AMEX|BATS|CBOE|OTC\w*) ?: ?[A-Z.-]+\)/i;
const LEGAL_FORM = /\b(?:Inc|Corp|Corporation|Co|Company|Ltd|Limited|PLC|LLC|N\.V|S\.A)\b/i;
/** Matches a symbol after a legal form, which only these articles write: `Acme Inc. $ACME`. */
const TAGGED = new RegExp(String.raw`${LEGAL_FORM.source}\.? \$[A-Z]{1,5}\b`, 'i');

/** Matches a legal form with an exchange, which news leaves out: `Acme Inc. (NYSE:ACME)`. */
const LISTED_IN_FULL = new RegExp(String.raw`${LEGAL_FORM.source}\.? (?:${AS_LISTED.source})`, 'i');

const POSITION = String.raw`(?:stock )?(?:position|holdings?|shareholdings?)`;
const CHANGED = '(?:lifted|raised|increased|boosted|grown|trimmed|cut|lowered|reduced|decreased|lessened)';
const TRADED = '(?:bought|sold|acquired|purchased|established|initiated|opened)';
const TRADES = '(?:buys?|bought|sells?|sold|acquires?|acquired|purchases?|purchased)';
const CHANGES =
  '(?:trims?|cuts?|reduces?|lowers?|decreases?|boosts?|raises?|lifts?|grows?|increases?|trimmed|reduced|lowered|decreased|boosted|raised|lifted|grew|increased)';
const OPENS = '(?:takes?|took|opens?|opened|initiates?|initiated|establishes|established|makes?|made)';
const SUM = String.raw`\$[\d.,]+ ?(?:thousand|million|billion|[kmb]|mln|bn)?`;
/** Matches exact numbers: lists give every share and dollar, news rounds. */
const COUNT = String.raw`(?!\d{1,3},000,000)\d{1,3}(?:,\d{3})*`;
const EXACT_SUM = String.raw`\$(?:\d{1,3},\d{3}|\d+\.\d\d million)`;

/** A headline has this form when `words` match, `before` matches the text before them and `after` the text after them. */
interface Form {
  readonly words: RegExp;
  readonly before?: RegExp;
  readonly after?: RegExp;
}

const form = (words: string, context: Omit<Form, 'words'> = {}): Form => ({ words: new RegExp(words, 'i'), ...context });
const NAME = /^ (?:shares of )?[A-Z\d$]/;
const COMPANY = new RegExp(`${AS_LISTED.source}|${LEGAL_FORM.source}`, 'i');

// prettier-ignore
const FORMS: readonly Form[] = [
  form(String.raw`\bis .{2,80}['’]s? (?:\d+(?:st|nd|rd|th) )?largest (?:position|holding)\b`),
  form(String.raw`\b${POSITION} (?:in .{2,90} )?(?:${CHANGED}|${TRADED}) (?:by|at)\b`),
  form(String.raw`\b(?:shares?|stake) (?:in .{2,90} )?(?:${CHANGED}|${TRADED}) by\b`, { before: AS_LISTED }),
  form(String.raw`\b(?:shares?|stake) (?:in .{2,90} )?(?:${CHANGED}|${TRADED}) by\b`, { after: INVESTOR }),
  form(String.raw`\b${COUNT} shares in .{2,90} ${TRADED} by\b`, { after: FIRM }),
  form(String.raw`\bnew (?:stake|${SUM} (?:investment|${POSITION}|stake)) in .{2,90} (?:${TRADED}|issued|made) by\b`),
  form(String.raw`\b(?:has|holds|owns) (?:a )?${SUM} ?(?:${POSITION}|stock) in\b`),
  form(String.raw`\b(?:has|holds|owns) (?:a )?\$[\d.,]+ ?(?:thousand|million|[km]|mln)? (?:stake|investment) in\b`),
  form(String.raw`\b(?:has|holds|owns) (?:a )?${SUM} ?(?:stake|investment) in\b`, { before: FIRM, after: COMPANY }),
  form(String.raw`\b${CHANGES} (?:its )?${POSITION} (?:in|of)\b`, { before: FIRM, after: NAME }),
  form(String.raw`\b${CHANGES} (?:its )?${POSITION} (?:in|of)\b`, { after: COMPANY }),
  form(String.raw`\b${CHANGES} (?:its )?stake in\b`, { before: INVESTOR, after: COMPANY }),
  form(String.raw`\b${CHANGES} (?:its )?stake in\b`, { before: FIRM, after: TAGGED }),
  form(String.raw`\b${TRADES} (?:${COUNT} shares (?:of|in)|shares of ${COUNT})\b`, { before: FIRM }),
  form(String.raw`\b(?:${TRADES}|${OPENS}) (?:a )?(?:new ${POSITION}|new (?:stake|shares)|${POSITION}) (?:in|of)\b`, { before: FIRM, after: COMPANY }),
  form(String.raw`\b(?:${TRADES}|${OPENS}) (?:a )?new ${POSITION} (?:in|of)\b`, { after: AS_LISTED }),
  form(String.raw`\b${OPENS} (?:a )?new investment in\b`, { after: LISTED_IN_FULL }),
  form(String.raw`\b(?:${TRADES}|${OPENS}) (?:stake|shares) (?:in|of)\b`, { before: INVESTOR, after: AS_LISTED }),
  form(String.raw`\b${OPENS} (?:a )?(?:new )?${SUM} ?${POSITION} in\b`, { before: FIRM, after: COMPANY }),
  form(String.raw`\b(?:invests? ${EXACT_SUM}|${OPENS} (?:a )?(?:new )?${EXACT_SUM} (?:investment|stake)) in\b`, { before: FIRM, after: COMPANY }),
];

/** Words that occur in news only: shares of a company, purposes, sources, sales of new shares, and trades by insiders. */
const NEWS =
  /\d ?(?:%|percent\b|pct\b)|\b(?:activists?|urg(?:es?|ing)|push(?:es|ing)?|seeks?|calls? for|sources?|says|said|13D|proxy|(?<!(?:state|investment|plan) )board|talks|tender|offer|offering|placement|block trade|deal|remaining|whole|entire|its own|common stock|company stock|insiders?|ceo|cfo|coo|cto|cao|evp|svp|vp|chief|chair(?:man|woman)?|president|directors?|officers?|counsel|founders?|treasur\w*|bonds?|gilts?|gold|bitcoin|ether\w*|crypto|tokens?)\b/i;

/** Returns whether a headline reports a list of holdings or one position in it. */
export const reportsHoldings = (title: string): boolean => BY_NAME.test(title) || reportsOnePosition(title);

/** Returns whether a headline reports one position of a list in generated words. */
export function reportsOnePosition(title: string): boolean {
  if (NEWS.test(title)) return false;
  return FORMS.some(({ words, before, after }) => {
    const found = words.exec(title);
    if (found === null) return false;
    return (before?.test(title.slice(0, found.index)) ?? true) && (after?.test(title.slice(found.index + found[0].length)) ?? true);
  });
}
