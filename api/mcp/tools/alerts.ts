/** The tools for alerts, which select the news that is sent to the account's webhooks. The account area shows the same alerts. */
import { z } from 'zod';
import { alertsOf, changeAlert, turnOffOrRemoveAlerts, ensureAlert, type AlertValues } from '#ops/accounts/account-alerts.ts';
import { PlanError, readAccount } from '#ops/accounts/account-entries.ts';
import type { ListedElement } from '#ops/accounts/account-list.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import type { Alert } from '#schemas/alert.ts';
import { categories } from '#schemas/vocabulary.ts';
import { apiError, invalidInput, invalidParameter, unavailable } from '../../errors.ts';
import { listOf } from '../../request/parameters.ts';
import { readOnly, sizeInput, type ToolResult, type Tool, type ToolCall } from '../tool.ts';
import { quoted } from '../../request/quoted.ts';

const [scoreMin, scoreMax, scoreDefault] = [1, 10, 6] as const;

const AlertRow = z.object({
  alert_id: z.string(),
  ticker: z.string(),
  category_filter: z.array(z.string()).meta({ description: 'Matching topics; empty: all' }),
  min_relevance_score: z.int(),
  active: z.boolean().meta({ description: 'false: turned off' }),
  in_force: z.boolean().meta({ description: 'false if turned off or over the limit of the plan' }),
  created_at: z.string(),
});

const output = z.object({
  note: z.string().nullable(),
  results: z.array(AlertRow),
  count: z.int(),
  alerts_limit: z.int().meta({ description: 'Maximum of the plan; 0: only basic and pro have alerts' }),
});

const alertId = z.string().meta({ description: 'alert_id from svc_alerts_list' });

const webhooksNote = 'Matching news is sent to the webhooks of the account, which its owner registers in the account area (pro plan).';

export const alertsListTool: Tool = {
  name: 'svc_alerts_list',
  title: 'Alerts',
  description: `Alerts of the account: ticker, topics, minimum relevance score, and whether each is in force. ${webhooksNote} Works on every plan. Change alerts with svc_alerts_subscribe and svc_alerts_unsubscribe.`,
  annotations: { ...readOnly, openWorldHint: false },
  input: z.strictObject({
    ticker: z.string().optional().meta({ description: 'Only alerts for this ticker' }),
    offset: z.int().min(0).optional().meta({ description: 'Alerts to skip, oldest first' }),
    ...sizeInput,
  }),
  aliases: { symbol: 'ticker' },
  output,
  run: async (call) => {
    const { ticker, offset = '0' } = call.arguments;
    if (!/^\d{1,6}$/.test(offset)) throw invalidParameter('offset', `must be a whole number of at least 0, not ${quoted(offset)}`);
    const alerts = await alertsIn(call);
    const wanted = ticker === undefined ? alerts : alerts.filter(({ stored }) => stored.ticker === symbolOf(ticker, call));
    const { plan } = call.caller;
    const note = plan.alertsMax === 0 ? `The ${plan.name} plan has no alerts. Existing alerts are kept but not in force.` : null;
    return listed(wanted, call, note, Number(offset));
  },
};

export const alertsSubscribeTool: Tool = {
  name: 'svc_alerts_subscribe',
  title: 'Add or change an alert',
  description: `Adds an alert for a ticker, turns an identical one back on, or changes the one with alert_id. Ask the user first, because it changes their account. ${webhooksNote} Calling it twice adds one alert. Needs the plan basic (25 alerts) or pro (500).`,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ticker: z.string().optional().meta({ description: 'Ticker such as NVDA or BTC-USD; required without alert_id' }),
    category_filter: z.array(z.enum(categories)).optional().meta({ description: 'Only these topics; default all' }),
    min_relevance_score: z.int().min(scoreMin).max(scoreMax).optional().meta({ description: `Minimum relevance score, default ${scoreDefault}; 9: only primary and material news` }),
    alert_id: alertId.optional().meta({ description: 'Alert to change, from svc_alerts_list; omitted arguments stay as they are' }),
  }),
  aliases: { symbol: 'ticker', id: 'alert_id', categories: 'category_filter', category: 'category_filter', min_relevance: 'min_relevance_score' },
  output,
  run: async (call) => {
    refuseFree(call);
    const { ticker, alert_id: id } = call.arguments;
    if (ticker === undefined && id === undefined) throw invalidInput(new Map([['ticker', ['is required without alert_id']]]));
    const wish = wishOf(call);
    const { accounts, nowMs } = call.deps;
    const { account } = call.caller;
    if (id !== undefined) {
      await ownAlert(call, id);
      await inTime(call, changeAlert(accounts, account.id, id, wish));
      return changed(id, 'The alert was changed and is on.', call);
    }
    const wanted = { categories: [], minRelevance: scoreDefault, ...wish, ticker: wish.ticker! };
    const { alert, was } = await inTime(call, ensureAlert(accounts, account.id, wanted, new Date(nowMs())));
    const note = { absent: 'The alert was added.', off: 'The alert was turned back on.', on: 'The alert already exists. Nothing was changed.' }[was];
    return changed(alert.id, note, call);
  },
}; // prettier-ignore

export const alertsUnsubscribeTool: Tool = {
  name: 'svc_alerts_unsubscribe',
  title: 'Turn off or delete alerts',
  description:
    'Turns off one alert (alert_id) or all alerts for a ticker. remove=true deletes them, so that they no longer count against the limit of the plan. Ask the user first, because it changes their account. svc_alerts_subscribe turns alerts back on. Needs the plan basic or pro.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    alert_id: alertId.optional(),
    ticker: z.string().optional().meta({ description: 'All alerts for this ticker; not with alert_id' }),
    remove: z.boolean().optional().meta({ description: 'true: delete; false (default): turn off' }),
  }),
  aliases: { symbol: 'ticker', id: 'alert_id' },
  output,
  run: async (call) => {
    refuseFree(call);
    const { ticker, alert_id: id, remove = 'false' } = call.arguments;
    if ((ticker === undefined) === (id === undefined)) throw invalidInput(new Map([['alert_id', ['or ticker is required, but not both']]]));
    if (remove !== 'true' && remove !== 'false') throw invalidParameter('remove', `must be true or false, not ${quoted(remove)}`);
    const meant = id === undefined ? (await alertsIn(call)).filter(({ stored }) => stored.ticker === symbolOf(ticker!, call)) : [await ownAlert(call, id)];
    if (meant.length === 0) throw noAlert(`There is no alert for ${ticker!}.`);
    const how = remove === 'true' ? 'remove' : 'off';
    await inTime(call, turnOffOrRemoveAlerts(call.deps.accounts, call.caller.account.id, meant.map(({ stored }) => stored.id), how));
    const rows = meant.map(({ stored, isOverPlan }) => ({ stored: { ...stored, active: false }, isOverPlan }));
    return listed(rows, call, how === 'remove' ? `${rows.length} deleted.` : `${rows.length} turned off.`);
  },
}; // prettier-ignore

const inTime = <T>({ deps: { requestTimeoutMs } }: ToolCall, work: Promise<T>): Promise<T> =>
  withTimeout(requestTimeoutMs, work, () =>
    unavailable('timeout', `The call took longer than ${requestTimeoutMs / 1_000} s. svc_alerts_list shows whether anything was changed.`),
  );

const alertsIn = async (call: ToolCall): Promise<ListedElement<Alert>[]> =>
  alertsOf((await inTime(call, readAccount(call.deps.accounts, call.caller.account.id))).account);

const noAlert = (text: string) => apiError('not_found', `${text} svc_alerts_list shows all alerts.`, {});

async function ownAlert(call: ToolCall, id: string): Promise<ListedElement<Alert>> {
  const alert = (await alertsIn(call)).find(({ stored }) => stored.id === id);
  if (alert === undefined) throw noAlert(`No alert has this alert_id: ${quoted(id)}.`);
  return alert;
}

function refuseFree({ caller: { plan }, deps: { pricingUrl } }: ToolCall): void {
  if (plan.alertsMax === 0)
    throw new PlanError(
      `the ${plan.name} plan has no alerts; ${plan.upgradeTo.join(' and ')} have them (${pricingUrl}). svc_ticker_news and svc_news_search work on every plan`,
    );
}

/** Returns the listed symbol that the text means. Throws 400 when there is none. */
function symbolOf(text: string, { deps: { symbols } }: ToolCall): string {
  const symbol = symbols.find(text);
  if (symbol !== null) return symbol;
  const { note } = symbols.resolve(text.slice(0, 40));
  throw invalidParameter(
    'ticker',
    `${quoted(text)} is not a listed symbol.${note === null ? '' : ` ${note}`} svc_tickers finds the ticker of a company`,
  );
}

const categoryList = listOf(categories);

function wishOf(call: ToolCall): Partial<AlertValues> {
  const { ticker, category_filter: filter, min_relevance_score: score } = call.arguments;
  const chosen = filter === undefined ? undefined : categoryList.safeParse(filter);
  if (chosen?.success === false) throw invalidParameter('category_filter', chosen.error.issues[0]!.message);
  if (score !== undefined && !/^(?:[1-9]|10)$/.test(score)) throw invalidParameter('min_relevance_score', `must be an integer from ${scoreMin} to ${scoreMax}, not ${quoted(score)}`);
  return {
    ...(ticker !== undefined && { ticker: symbolOf(ticker, call) }),
    ...(chosen !== undefined && { categories: chosen.data }),
    ...(score !== undefined && { minRelevance: Number(score) }),
  };
} // prettier-ignore

const rowOf = ({ stored, isOverPlan }: ListedElement<Alert>): z.input<typeof AlertRow> => ({
  alert_id: stored.id,
  ticker: stored.ticker,
  category_filter: stored.category_filter,
  min_relevance_score: stored.min_relevance_score,
  active: stored.active,
  in_force: stored.active && !isOverPlan,
  created_at: stored.created_at,
});

/** Reads the changed alert again, because `in_force` depends on the account's other alerts. */
const changed = async (id: string, note: string, call: ToolCall): Promise<ToolResult> => listed([await ownAlert(call, id)], call, note);

function listed(alerts: readonly ListedElement<Alert>[], call: ToolCall, note: string | null, from = 0, rows = alerts.length): ToolResult {
  const { plan } = call.caller;
  const shown = alerts.slice(from, from + rows);
  const next = from + shown.length;
  return {
    at: () => ({ note, results: shown.map(rowOf), count: alerts.length, alerts_limit: plan.alertsMax }),
    shortened: '',
    fewer: { rows: shown.length, with: (fewer) => listed(alerts, call, note, from, fewer) },
    ...(next < alerts.length && { cut: `Only ${shown.length} of ${alerts.length} alerts fit in max_tokens. Continue with offset=${next}.` }),
  };
}
