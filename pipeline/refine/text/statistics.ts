/** Finds the statistics that a headline names. `CPI` and `consumer prices` are one, `retail sales` and `household spending` two. */

// prettier-ignore
const NAMES = [
  // A longer name must come before one that it contains.
  String.raw`ppi|producer[- ]price(?:s| inflation| index)?|wholesale (?:prices|inflation)|factory[- ]gate (?:prices|inflation)`,
  String.raw`(?:house|home|property)[- ]price(?:s| inflation| index| growth)?`,
  String.raw`(?:import|export)[- ]prices`,
  String.raw`pce(?: inflation| price(?:s| index))?`,
  String.raw`cpi|consumer[- ]price(?:s| inflation| index)?|inflation|deflation|cost of living`,
  String.raw`payrolls?|jobless|unemployment|(?<!steve )jobs|job (?:openings|postings|growth)`,
  String.raw`wages?|(?:average|hourly|weekly) earnings|pay growth`,
  String.raw`retail (?:sales|spending|trade|turnover)`,
  String.raw`(?:household|consumer|personal) (?:spending|consumption|outlays)`,
  String.raw`(?:industrial|industry|manufacturing|factory) (?:production|output)`,
  String.raw`(?:factory|machinery|machine(?: tool)?|durable[- ]goods|industr(?:ial|y)|manufacturing) orders|durable goods`,
  String.raw`housing starts|building permits`,
  String.raw`new[- ]home sales`,
  String.raw`(?:existing|pending|previously owned)[- ]home sales|home sales`,
  String.raw`(?:consumers?|household)['’]? (?:confidence|sentiment|morale|mood)`,
  String.raw`(?:business|investor|economic) (?:confidence|sentiment|climate|morale|mood)|ifo|zew|tankan`,
  String.raw`(?:services?|non-manufacturing)(?: sector)? (?:pmi|activity|growth)`,
  String.raw`(?:manufacturing|factory)(?: sector)? (?:pmi|activity|growth)`,
  String.raw`pmi|ism`,
  String.raw`gdp|gnp|economy|economic growth`,
  String.raw`exports|imports|(?:trade|goods) (?:deficit|surplus|balance|gap)`,
  String.raw`deficit|surplus`,
];
const STATISTICS = new RegExp(String.raw`\b(?:${NAMES.map((names) => `(${names})`).join('|')})\b`, 'gi');
export const STATISTICS_COUNT = NAMES.length;

const bitOf = (name: string): number => 1 << NAMES.findIndex((names) => new RegExp(`^(?:${names})$`).test(name));
/** Names that count as each statistic that they may mean: an index of managers without a sector, a deficit without a budget. */
const VAGUE = [
  ['pmi', ['services pmi', 'manufacturing pmi']],
  ['deficit', ['trade deficit']],
] as const;
const vague = VAGUE.map(([name, meant]) => ({ own: bitOf(name), all: meant.reduce((bits, one) => bits | bitOf(one), bitOf(name)) }));

/** Returns a bit for each statistic that a headline names. */
export function statisticsNamed(title: string): number {
  let bits = 0;
  for (const [, ...groups] of title.matchAll(STATISTICS)) bits |= 1 << groups.findIndex((group) => group !== undefined);
  return vague.reduce((sum, { own, all }) => ((bits & all) === own ? sum | all : sum), bits);
}
