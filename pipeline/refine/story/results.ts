/** Recognises whether a headline reports results of a period or new guidance, which is a separate event. */
const [RESULTS, GUIDANCE] = [1, 2] as const;
export const RESULTS_MASK = RESULTS | GUIDANCE;

const MEASURE = '(?:eps|profits?|earnings|revenues?|sales|income|ebitda)';
const GUIDED = String.raw`(?:guidance|outlook|(?<!price )(?:forecasts?|targets?|view))`;
const CHANGES =
  '(?:ups|upped|(?:rais|lift|boost|hik|increas|cut|lower|slash|trim|narrow|reduc|revis|updat|reaffirm|affirm|reiterat|maintain|keep|back|set)(?:s|e|es|ed|ing|ting|med|ming)?)';
const FIGURE = String.raw`(?:us|c|a|hk)?[$€£¥]?\d[\d.,]{0,12}`;
/** Matches `raises full-year outlook to $9.00`, `cuts sales forecast by 5%`, `sees FY26 EPS $9.00-$9.50`. */
const GUIDES = new RegExp(
  String.raw`\b${CHANGES} [^,;:]{0,60}?\b${GUIDED}\b[^,;:]{0,20}? (?:to|at|of|by|between|from)(?: about| around| as much as)? ${FIGURE}|\b(?:sees|guides|projects|forecasts) [^,;:]{0,40}?\b${MEASURE}\b[^,;:\d$€£¥]{0,20}? ${FIGURE}`,
  'i',
);
const PERIOD = String.raw`(?:q[1-4]|[1-4]q|quarter(?:ly)?|qtr|half|h[12])`;
const MOVES = String.raw`(?:up|down|rises?|rose|falls?|fell|grows?|grew|jump\w*|surg\w*|soar\w*|climb\w*|sinks?|drops?|plung\w*|slump\w*|slid\w*|doubl\w*|declin\w*)`;
const RESULT = new RegExp(
  String.raw`\b(?:beats?|miss(?:es|ed)?|tops?|topped|results?|reports?|reported|posts?|posted|earned)\b|\b${PERIOD} (?:adj\w* |net |gaap ){0,2}${MEASURE}\b|\b${MEASURE} ${MOVES}\b`,
  'i',
);

/** Returns `RESULTS`, `GUIDANCE`, both or 0. The measure that guidance names is not a result. */
export function resultsIn(title: string): number {
  const guides = GUIDES.exec(title)?.[0] ?? '';
  const rest = guides === '' ? title : title.replace(guides, '; ');
  return (RESULT.test(rest) ? RESULTS : 0) | (guides === '' ? 0 : GUIDANCE);
}
