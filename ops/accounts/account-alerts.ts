/** Creates, changes and removes alerts in an account's entry. When the plan allows fewer than are stored, the oldest stay active. */
import type { KV } from '@nats-io/kv';
import type { StoredAccount } from '#schemas/account.ts';
import { Alert } from '#schemas/alert.ts';
import { planOf } from '#schemas/plan.ts';
import type { Category } from '#schemas/vocabulary.ts';
import { AccountError, PlanError } from './account-entries.ts';
import { listedElements, newId, replaced, without, type ListedElement } from './account-list.ts';
import { changeAccount } from './accounts.ts';

export const alertsOf = (account: StoredAccount): ListedElement<Alert>[] => listedElements(account.alerts, Alert, planOf(account).alertsMax);

export interface AlertValues {
  /** A symbol that the caller has found in the symbol directory. */
  readonly ticker: string;
  /** Empty for every category. */
  readonly categories: readonly Category[];
  readonly minRelevance: number;
}

/** Creates an alert. Throws an AccountError when the account has the same alert or its plan allows no more. */
export async function addAlert(bucket: KV, accountId: string, wish: AlertValues, now: Date): Promise<Alert> {
  const { alert } = await ensureAlert(bucket, accountId, wish, now, (same) => {
    throw new AccountError(`${same.id} is an alert on ${same.ticker} with the same categories and score`);
  });
  return alert;
}

/** Returns an active alert with these values: a new one, or the existing one switched on. `was` is the state before the call. */
export async function ensureAlert(
  bucket: KV,
  accountId: string,
  wish: AlertValues,
  now: Date,
  onSame: (same: Alert) => void = () => undefined,
): Promise<{ readonly alert: Alert; readonly was: 'absent' | 'off' | 'on' }> {
  const alert = Alert.parse({
    id: newId('al'),
    ticker: wish.ticker,
    category_filter: [...new Set(wish.categories)].sort(),
    min_relevance_score: wish.minRelevance,
    active: true,
    created_at: now.toISOString(),
  });
  let made: { alert: Alert; was: 'absent' | 'off' | 'on' } = { alert, was: 'absent' };
  await changeAlerts(bucket, accountId, (account) => {
    const alerts = alertsOf(account);
    made = { alert, was: 'absent' };
    // An earlier attempt of this call wrote the alert, but its reply was lost.
    if (alerts.some(({ stored }) => stored.id === alert.id)) return account.alerts ?? [];
    const same = alerts.find(({ stored }) => isSame(stored, alert))?.stored;
    if (same !== undefined) {
      onSame(same);
      made = { alert: { ...same, active: true }, was: same.active ? 'on' : 'off' };
      return replaced(account.alerts, made.alert);
    }
    const { alertsMax, name } = planOf(account);
    if (alerts.length >= alertsMax)
      throw new PlanError(`the plan ${name} allows ${alertsMax} alerts and the account has ${alerts.length}: remove one first`);
    return [...(account.alerts ?? []), alert];
  });
  return made;
}

/** Changes what an alert matches and switches it on. Fields that `change` lacks keep their values. */
export async function changeAlert(bucket: KV, accountId: string, alertId: string, change: Partial<AlertValues>): Promise<Alert> {
  const account = await changeAlerts(bucket, accountId, (before) => {
    const alert = alertById(before, alertId);
    const changed: Alert = {
      ...alert,
      ticker: change.ticker ?? alert.ticker,
      category_filter: change.categories === undefined ? alert.category_filter : [...new Set(change.categories)].sort(),
      min_relevance_score: change.minRelevance ?? alert.min_relevance_score,
      active: true,
    };
    const same = alertsOf(before).find(({ stored }) => stored.id !== alertId && isSame(stored, changed));
    if (same !== undefined) throw new AccountError(`${same.stored.id} is an alert on ${changed.ticker} with the same categories and score`);
    return replaced(before.alerts, changed);
  });
  return alertById(account, alertId);
}

/** Switches off or removes these alerts in one write. Unknown ids are ignored. */
export async function turnOffOrRemoveAlerts(bucket: KV, accountId: string, alertIds: readonly string[], how: 'off' | 'remove'): Promise<void> {
  await changeAlerts(bucket, accountId, (account) => {
    const ended = alertsOf(account).filter(({ stored }) => alertIds.includes(stored.id));
    return ended.reduce<readonly unknown[]>(
      (kept, { stored }) => (how === 'remove' ? without(kept, stored.id) : replaced(kept, { ...stored, active: false })),
      account.alerts ?? [],
    );
  });
}

export async function setAlertActive(bucket: KV, accountId: string, alertId: string, active: boolean): Promise<Alert> {
  const account = await changeAlerts(bucket, accountId, (before) => replaced(before.alerts, { ...alertById(before, alertId), active }));
  return alertById(account, alertId);
}

export async function removeAlert(bucket: KV, accountId: string, alertId: string): Promise<void> {
  await changeAlerts(bucket, accountId, (account) => without(account.alerts, alertById(account, alertId).id));
}

/** Replaces the alerts by what `make` returns. Throws a PlanError when the plan has read-only alerts. */
const changeAlerts = (bucket: KV, accountId: string, make: (account: StoredAccount) => readonly unknown[]): Promise<StoredAccount> =>
  changeAccount(bucket, accountId, (account) => {
    const { alertsMax, name } = planOf(account);
    if (alertsMax === 0) throw new PlanError(`alerts are read-only on the plan ${name}: the plans basic and pro can change them`);
    return { ...account, alerts: [...make(account)] };
  });

function alertById(account: StoredAccount, alertId: string): Alert {
  const alert = alertsOf(account).find(({ stored }) => stored.id === alertId);
  if (alert === undefined) throw new AccountError(`account ${account.id} has no alert ${alertId}; its account area shows them`);
  return alert.stored;
}

const isSame = (a: Alert, b: Alert): boolean =>
  a.ticker === b.ticker && a.min_relevance_score === b.min_relevance_score && [...a.category_filter].sort().join() === b.category_filter.join();
