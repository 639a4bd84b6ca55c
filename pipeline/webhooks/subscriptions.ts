/**
 * Keeps the subscriptions of accounts: which webhooks a row goes to, and the webhooks themselves. It folds the entries `account.<id>` of
 * the bucket `accounts`. The plan's limits apply at all times: subscriptions over them are inactive, the oldest stay active.
 */
import { z } from 'zod';
import { listedElements } from '#ops/accounts/account-list.ts';
import { Alert } from '#schemas/alert.ts';
import { AccountId } from '#schemas/account.ts';
import { planOf } from '#schemas/plan.ts';
import { isWithin, type TickerSpan } from '#schemas/ticker-spans.ts';
import { Webhook } from '#schemas/webhook.ts';

/** A webhook within its plan's limit, possibly disabled. */
export interface OwnedWebhook {
  readonly accountId: string;
  readonly webhook: Webhook;
}

/** A webhook that a row goes to, with the ticker of its account's alert. */
export interface Match {
  readonly accountId: string;
  readonly webhookId: string;
  readonly ticker: string;
}

/** The properties of a row that alerts test. */
export interface MatchedRow {
  readonly tickers: readonly string[];
  readonly publishedAtMs: number;
  readonly category: string;
  readonly relevance: number;
}

export interface Subscriptions {
  /** Returns each webhook and ticker once, however many alerts match. */
  readonly match: (row: MatchedRow) => readonly Match[];
  readonly webhook: (id: string) => OwnedWebhook | undefined;
  readonly isWanted: (key: string) => boolean;
  /** Handles an entry of followBucket; ignores entries that are no account. Throws when an account cannot be read. */
  readonly put: (key: string, value: unknown) => void;
  readonly remove: (key: string) => void;
  /** Call it after a change of the tickers under which companies are in the news. */
  readonly resolveAgain: () => void;
  readonly counts: () => { readonly alerts: number; readonly webhooks: number };
}

/** The parts of an account's entry that are read. */
const Subscriber = z.object({
  id: AccountId,
  plan: z.string(),
  alerts: z.array(z.unknown()).optional(),
  webhooks: z.array(z.unknown()).optional(),
});

/** An account's active alerts on a ticker; one match is enough. */
interface ActiveAlert {
  readonly ticker: string;
  readonly wanted: readonly AlertConditions[];
  /** One per enabled webhook of its account, built once because a popular ticker has many. */
  readonly matches: readonly Match[];
  /** Number of the last row tested: one row may name several of its tickers. */
  row: number;
}

interface AlertPlace {
  readonly alert: ActiveAlert;
  readonly span: TickerSpan;
}

/** Alerts under a ticker; a change resets `list`, which is rebuilt from the map because lists iterate faster. */
interface Places {
  readonly byAlert: Map<ActiveAlert, AlertPlace>;
  list: readonly AlertPlace[] | null;
}

interface AlertConditions {
  /** Null: every category. */
  readonly categories: ReadonlySet<string> | null;
  readonly minRelevance: number;
}

interface AccountAlerts {
  readonly alerts: readonly ActiveAlert[];
  readonly webhookIds: readonly string[];
}

const prefix = 'account.';
const unbounded = (ticker: string): readonly TickerSpan[] => [{ ticker, fromMs: null, toMs: null }];

/**
 * Returns an empty set of subscriptions. `tickersFor`: returns the tickers of a ticker's company, former ones included, each with its time
 * span.
 */
export function createSubscriptions(tickersFor: (ticker: string) => readonly TickerSpan[] = unbounded): Subscriptions {
  const accounts = new Map<string, AccountAlerts>();
  const webhooks = new Map<string, OwnedWebhook>();
  /** Alerts by the tickers that rows name. */
  const byTicker = new Map<string, Places>();
  let rows = 0;
  /** Spans of alerts by ticker, until they are resolved again. */
  let spans = new Map<string, readonly TickerSpan[]>();
  let alertCount = 0;

  const spansOf = (ticker: string): readonly TickerSpan[] => {
    const known = spans.get(ticker) ?? tickersFor(ticker);
    spans.set(ticker, known);
    return known;
  };

  const place = (alert: ActiveAlert): void => {
    for (const span of spansOf(alert.ticker)) {
      const places: Places = byTicker.get(span.ticker) ?? { byAlert: new Map<ActiveAlert, AlertPlace>(), list: null };
      places.byAlert.set(alert, { alert, span });
      places.list = null;
      byTicker.set(span.ticker, places);
    }
  };

  const displace = (alert: ActiveAlert): void => {
    for (const { ticker } of spansOf(alert.ticker)) {
      const places = byTicker.get(ticker);
      if (places === undefined) continue;
      places.byAlert.delete(alert);
      places.list = null;
      if (places.byAlert.size === 0) byTicker.delete(ticker);
    }
  };

  const forget = (accountId: string): void => {
    const known = accounts.get(accountId);
    if (known === undefined) return;
    accounts.delete(accountId);
    for (const alert of known.alerts) displace(alert);
    for (const id of known.webhookIds) webhooks.delete(id);
    alertCount -= known.alerts.length;
  };

  return {
    match: ({ tickers, publishedAtMs, category, relevance }) => {
      const all: Match[] = [];
      rows += 1;
      for (const rowTicker of tickers) {
        const places = byTicker.get(rowTicker);
        if (places === undefined) continue;
        places.list ??= [...places.byAlert.values()];
        for (const { alert, span } of places.list) {
          if (alert.row === rows || !isWanted(alert.wanted, category, relevance) || !isWithin(span, publishedAtMs)) continue;
          alert.row = rows;
          for (const match of alert.matches) all.push(match);
        }
      }
      return all;
    },
    webhook: (id) => webhooks.get(id),
    isWanted: (key) => key.startsWith(prefix),
    put: (key, value) => {
      if (!key.startsWith(prefix)) return;
      const id = key.slice(prefix.length);
      const owned = withinPlanOf(Subscriber.parse(value));
      forget(id);
      if (owned.webhooks.length === 0) return;
      accounts.set(id, { alerts: owned.alerts, webhookIds: owned.webhooks.map((webhook) => webhook.id) });
      for (const webhook of owned.webhooks) webhooks.set(webhook.id, { accountId: id, webhook });
      for (const alert of owned.alerts) place(alert);
      alertCount += owned.alerts.length;
    },
    remove: (key) => {
      if (key.startsWith(prefix)) forget(key.slice(prefix.length));
    },
    resolveAgain: () => {
      byTicker.clear();
      spans = new Map();
      for (const { alerts } of accounts.values()) for (const alert of alerts) place(alert);
    },
    counts: () => ({ alerts: alertCount, webhooks: webhooks.size }),
  };
}

function isWanted(wanted: readonly AlertConditions[], category: string, relevance: number): boolean {
  for (const { minRelevance, categories } of wanted) if (relevance >= minRelevance && (categories === null || categories.has(category))) return true;
  return false;
}

/** Returns an account's webhooks and alerts; alerts are active only with an enabled webhook. */
function withinPlanOf(subscriber: z.infer<typeof Subscriber>): { readonly alerts: readonly ActiveAlert[]; readonly webhooks: readonly Webhook[] } {
  const { alertsMax, webhooksMax } = planOf(subscriber);
  const webhooks = withinPlan(subscriber.webhooks, Webhook, webhooksMax);
  const webhookIds = webhooks.flatMap(({ id, disabled_at }) => (disabled_at === null ? [id] : []));
  if (webhookIds.length === 0) return { alerts: [], webhooks };
  const wanted = new Map<string, AlertConditions[]>();
  for (const { active, ticker, category_filter: filter, min_relevance_score: minRelevance } of withinPlan(subscriber.alerts, Alert, alertsMax))
    if (active) wanted.set(ticker, [...(wanted.get(ticker) ?? []), { categories: filter.length === 0 ? null : new Set(filter), minRelevance }]);
  const alerts = [...wanted].map(([ticker, some]): ActiveAlert => {
    const matches = webhookIds.map((webhookId): Match => ({ accountId: subscriber.id, webhookId, ticker }));
    return { ticker, wanted: some, matches, row: 0 };
  });
  return { alerts, webhooks };
}

const withinPlan = <T extends { readonly id: string; readonly created_at: string }>(
  values: readonly unknown[] | undefined,
  schema: z.ZodType<T>,
  max: number,
): T[] => listedElements(values, schema, max).flatMap(({ stored, isOverPlan }) => (isOverPlan ? [] : [stored]));

/** Returns the webhook of an account's entry if it is within the plan's limit, else undefined. */
export const webhookOf = (value: unknown, webhookId: string): Webhook | undefined => {
  const { data } = Subscriber.safeParse(value);
  return data && withinPlanOf(data).webhooks.find(({ id }) => id === webhookId);
};
