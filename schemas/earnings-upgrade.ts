/** Reads kept by releases before 0.2 in the shape of today: figures were in whole units and guidance a list of ranges. */

const factors: Readonly<Record<string, number>> = { ones: 1, thousands: 1e3, millions: 1e6, billions: 1e9, trillions: 1e12 };
const states: Readonly<Record<string, string>> = { given: 'none', reiterated: 'maintained' };

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

const metric = (old: Json): Json => {
  const scale = typeof old['scale'] === 'string' ? (factors[old['scale']] ?? 1) : 1;
  return {
    ...old,
    change_basis: 'computed',
    numeric: Number((Number(old['numeric']) / scale).toPrecision(15)),
    unit: String(old['unit']).split('/', 1)[0],
  };
};

const segment = ({ name, value, evidence }: Json): Json => ({ name, revenue: value, yoy_change: null, qoq_change: null, driver: null, evidence });

function guidance(old: unknown): Json | null {
  if (!isObject(old)) return null;
  const items = listOf(old['items']);
  const period = items[0]?.['period'] ?? null;
  const of = (name: string): unknown => items.find((item) => item['metric'] === name && item['period'] === period)?.['value'] ?? null;
  const other = items.filter((item) => item['period'] !== period || (item['metric'] !== 'Revenue' && item['metric'] !== 'EPS'));
  return {
    period,
    revenue: of('Revenue'),
    gross_margin: null,
    operating_expenses: null,
    tax_rate: null,
    eps: of('EPS'),
    other: other.map(
      (item) => `${String(item['metric'])}${typeof item['period'] === 'string' ? ` (${item['period']})` : ''}: ${String(item['value'])}`,
    ),
    state: states[String(old['state'])] ?? old['state'],
    evidence: [old['evidence'], ...items.map((item) => item['evidence'])],
  };
}

/** Upgrades `read` to the present form; a present one, and anything that is not a read, is returned unchanged. */
export function currentAnalysis(read: unknown): unknown {
  if (!isObject(read) || 'capital_returns' in read) return read;
  const quotes = Array.isArray(read['quotes']) ? read['quotes'] : [];
  return {
    ...read,
    key_metrics: listOf(read['key_metrics']).map(metric),
    segments: listOf(read['segments']).map(segment),
    guidance: guidance(read['guidance']),
    vs_prior_guidance: [],
    capital_returns: [],
    balance_sheet_cash_flow: [],
    what_to_watch: [],
    quotes: quotes.map((text: unknown) => ({ speaker: null, role: null, text })),
    analysis: read['verdict_reason'],
    source_text_url: null,
  };
}
