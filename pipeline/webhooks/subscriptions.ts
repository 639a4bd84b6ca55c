/** The alerts and webhooks of all accounts, from the bucket `accounts`. Those over the limit of a plan are inactive, the newest first. */
import { z } from 'zod';
import { listedElements } from '#ops/accounts/account-list.ts';
import { Alert } from '#schemas/alert.ts';
import { AccountId } from '#schemas/account.ts';
import { planOf } from '#schemas/plan.ts';
import { isWithin, type TickerSpan } from '#schemas/ticker-spans.ts';
import { Webhook } from '#schemas/webhook.ts';

interface OwnedWebhook {
  readonly accountId: string;
  readonly webhook: Webhook;
}

interface Match {
  readonly accountId: string;
  readonly webhookId: string;
  readonly ticker: string;
}

export interface MatchedRow {
  readonly tickers: readonly string[];
  readonly publishedAtMs: number;
  readonly category: string;
  readonly relevance: number;
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;

const Subscriber = z.object({
  id: AccountId,
  plan: z.string(),
  alerts: z.array(z.unknown()).optional(),
  webhooks: z.array(z.unknown()).optional(),
});

/** The active alerts of one account for one ticker. */
interface ActiveAlert {
  readonly ticker: string;
  /** The conditions of each alert; a row has to meet those of one. */
  readonly wanted: readonly AlertConditions[];
  /** One match per enabled webhook of the account, made in advance because popular tickers have many. */
  readonly matches: readonly Match[];
  /** Number of the last row that matched, because a row may name several tickers of the company. */
  row: number;
}

interface AlertPlace {
  readonly alert: ActiveAlert;
  readonly span: TickerSpan;
}

/** The alerts under one ticker. `list` has the values of the map, which iterate faster; a change resets it to null. */
interface Places {
  readonly byAlert: Map<ActiveAlert, AlertPlace>;
  list: readonly AlertPlace[] | null;
}

interface AlertConditions {
  /** Null for every category. */
  readonly categories: ReadonlySet<string> | null;
  readonly minRelevance: number;
}

const prefix = 'account.';
const unbounded = (ticker: string): readonly TickerSpan[] => [{ ticker, fromMs: null, toMs: null }];

/** `tickersFor`: returns all tickers of a ticker's company, former ones included, each with its time span. */
export function createSubscriptions(tickersFor: (ticker: string) => readonly TickerSpan[] = unbounded) {
  const accounts = new Map<string, { readonly alerts: readonly ActiveAlert[]; readonly webhookIds: readonly string[] }>();
  const webhooks = new Map<string, OwnedWebhook>();
  const byTicker = new Map<string, Places>();
  let rows = 0;
  /** Cache of `tickersFor`, until `resolveAgain`. */
  const spans = new Map<string, readonly TickerSpan[]>();
  let alertCount = 0;

  const spansOf = (ticker: string): readonly TickerSpan[] => spans.getOrInsertComputed(ticker, tickersFor);

  const place = (alert: ActiveAlert): void => {
    for (const span of spansOf(alert.ticker)) {
      const places = byTicker.getOrInsertComputed(span.ticker, (): Places => ({ byAlert: new Map(), list: null }));
      places.byAlert.set(alert, { alert, span });
      places.list = null;
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
    /** Returns each webhook and ticker once, however many alerts match. */
    match: ({ tickers, publishedAtMs, category, relevance }: MatchedRow): readonly Match[] => {
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
    webhook: (id: string): OwnedWebhook | undefined => webhooks.get(id),
    isWanted: (key: string): boolean => key.startsWith(prefix),
    /** Receives an entry of followBucket and ignores entries other than accounts. Throws when an account cannot be read. */
    put: (key: string, value: unknown): void => {
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
    remove: (key: string): void => forget(key.slice(prefix.length)),
    /** Must be called after the tickers of companies have changed. */
    resolveAgain: (): void => {
      byTicker.clear();
      spans.clear();
      for (const { alerts } of accounts.values()) for (const alert of alerts) place(alert);
    },
    counts: () => ({ alerts: alertCount, webhooks: webhooks.size }),
  };
}

function isWanted(wanted: readonly AlertConditions[], category: string, relevance: number): boolean {
  for (const { minRelevance, categories } of wanted) if (relevance >= minRelevance && (categories === null || categories.has(category))) return true;
  return false;
}

/** Returns the webhooks that an account's plan allows and, if one of them is enabled, the active alerts that the plan allows. */
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

/** Returns a webhook in an account's entry, or undefined when it is missing, unreadable or over the limit of the plan. */
export const webhookOf = (value: unknown, webhookId: string): Webhook | undefined => {
  const { data } = Subscriber.safeParse(value);
  return data && withinPlanOf(data).webhooks.find(({ id }) => id === webhookId);
};
