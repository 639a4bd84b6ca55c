/** The page of webhooks: addresses to which news is sent, their secrets (shown once), tests, and the log of deliveries. */
import { attemptsOf, type WebhookAttempt } from '#clickhouse/webhook-attempts.ts';
import { AccountError, readAccount } from '#ops/accounts/account-entries.ts';
import type { ListedElement } from '#ops/accounts/account-list.ts';
import { addWebhook, enableWebhook, removeWebhook, rotateSecret, webhooksOf } from '#ops/accounts/account-webhooks.ts';
import { requestRepeatedDelivery, requestTestDelivery } from '#ops/accounts/webhook-requests.ts';
import { planOf } from '#schemas/plan.ts';
import type { Webhook } from '#schemas/webhook.ts';
import { h, type Content } from './element.ts';
import { form, hidden, labelled, link, notice, sentence, shownTime } from './markup.ts';
import { field, type AreaDeps, type OwnPage, type OwnVisit, type PageReply } from './visit.ts';

const path = '/account/webhooks/';
const logRows = 50;
const noSuchWebhook = 'This webhook does not exist.';

interface WebhookPageState {
  readonly status?: number;
  readonly fault?: string;
  /** A secret that was just made. */
  readonly revealed?: string;
  readonly url?: string;
}

const done: Readonly<Record<string, string>> = {
  removed: 'The webhook was removed.',
  enabled: 'The webhook is enabled again.',
  tested: 'A test with the newest article is being sent. The log shows the result.',
  repeated: 'The delivery is being sent again with the same number.',
};

async function page(visit: OwnVisit, deps: AreaDeps, { status = 200, fault, revealed, url = '' }: WebhookPageState = {}): Promise<PageReply> {
  const { account } = await readAccount(deps.accounts, visit.signedIn.identity.account_id);
  const { name, webhooksMax } = planOf(account);
  const held = webhooksOf(account);
  const ofLog = held.find(({ stored }) => stored.id === visit.query.get('log'))?.stored;
  const said = done[visit.query.get('done') ?? ''];
  return {
    kind: 'page',
    status,
    title: 'Webhooks',
    content: [
      said === undefined ? null : notice('done', said),
      fault === undefined ? null : notice('fault', fault),
      revealed === undefined
        ? null
        : h(
            'section',
            { 'aria-labelledby': 'new-secret', class: 'notice done' },
            h('h2', { id: 'new-secret' }, 'The signing secret'),
            h('p', {}, 'Copy it now. It will not be shown again. If your Standard Webhooks library needs padded base64, add = at the end.'),
            h('code', { class: 'secret', tabindex: 0 }, revealed),
          ),
      h(
        'p',
        {},
        webhooksMax === 0
          ? `The ${name} plan has no webhooks. The pro plan includes them.`
          : `${held.length} of ${webhooksMax} webhooks on the ${name} plan.`,
      ),
      held.length === 0 ? h('p', {}, 'No webhooks yet.') : h('ul', { class: 'things' }, ...held.map((one) => item(visit, one))),
      ofLog === undefined ? null : await log(visit, deps, account.id, ofLog),
      webhooksMax === 0 ? null : h('h2', {}, 'New webhook'),
      webhooksMax === 0
        ? null
        : form(
            visit,
            { action: path, intent: 'add', button: 'Add webhook' },
            labelled({
              id: 'url',
              name: 'url',
              label: 'Address',
              hint: 'A public https:// address. News that matches your alerts is sent there by POST.',
              value: url,
              lengthMax: 2_048,
            }),
          ),
    ],
  };
}

function item(visit: OwnVisit, { stored, isOverPlan }: ListedElement<Webhook>) {
  const { id, url, created_at: createdAt, disabled_at: disabledAt } = stored;
  const button = (intent: string, text: string, isDangerous = false) =>
    form(visit, { action: path, intent, button: text, isDangerous, className: 'inline', buttonLabel: `${text}: ${url}` }, hidden('id', id));
  const state: Content = isOverPlan
    ? h('span', { class: 'state' }, 'inactive: more webhooks than your plan allows')
    : disabledAt === null
      ? null
      : h('span', { class: 'state' }, 'disabled since ', shownTime(disabledAt), ' after ten failed attempts in a row');
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', { class: 'address' }, url),
      ' ',
      h('code', {}, id),
      state,
      h('p', { class: 'facts' }, 'created ', shownTime(createdAt), ', ', link(`${path}?log=${id}`, 'deliveries')),
    ),
    isOverPlan ? null : button('test', 'Send a test'),
    disabledAt === null ? null : button('enable', 'Enable'),
    button('rotate', 'New secret'),
    button('remove', 'Remove', true),
  );
}

async function log(visit: OwnVisit, { ask }: AreaDeps, accountId: string, { id, url, disabled_at: disabledAt }: Webhook): Promise<Content> {
  const attempts = await ask((store) => attemptsOf(store, { accountId, webhookId: id, limit: logRows })).catch(() => null);
  const newest = new Set<number>();
  return [
    h('h2', { id: 'log' }, 'Deliveries to ', h('span', { class: 'address' }, url)),
    attempts === null
      ? h('p', {}, 'The log is unavailable right now. Try again in a minute.')
      : attempts.length === 0
        ? h('p', {}, 'No recent deliveries.')
        : h(
            'ul',
            { class: 'things' },
            ...attempts.map((attempt) => {
              const isNewest = !newest.has(attempt.number);
              newest.add(attempt.number);
              return entry(visit, id, attempt, { isNewest, isDisabled: disabledAt !== null });
            }),
          ),
  ];
}

interface AttemptState {
  /** Whether no later attempt of this delivery was made. */
  readonly isNewest: boolean;
  /** Whether the webhook is disabled; the deliverer then drops its retries. */
  readonly isDisabled: boolean;
}

function entry(visit: OwnVisit, webhookId: string, attempt: WebhookAttempt, { isNewest, isDisabled }: AttemptState) {
  const { number, attempt: count, kind, ticker, uid, attemptedAt, durationMs, status, error, answer, nextAt } = attempt;
  const outcome = error === '' ? `delivered, ${status}` : status === 0 ? error : `${status}, ${error}`;
  const isGivenUp = isNewest && nextAt !== null && isDisabled;
  const isRepeatable = isNewest && kind !== 'test' && (nextAt === null || isGivenUp);
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', {}, `evt_${number}`),
      ` attempt ${count}: `,
      h('span', { class: error === '' ? undefined : 'state' }, outcome),
      h(
        'p',
        { class: 'facts' },
        shownTime(attemptedAt),
        ` in ${durationMs} ms, ${kind === 'test' ? 'a test' : `${ticker}, article ${uid}`}`,
        ...(nextAt === null ? [] : isGivenUp ? ['; no retry, because the webhook is disabled'] : ['; next attempt ', shownTime(nextAt)]),
      ),
      answer === '' ? null : h('details', {}, h('summary', {}, 'Answer'), h('pre', { tabindex: 0 }, answer)),
    ),
    isRepeatable
      ? form(
          visit,
          { action: path, intent: 'repeat', button: 'Deliver again', className: 'inline', buttonLabel: `Deliver again: evt_${number}` },
          hidden('id', webhookId),
          hidden('number', String(number)),
        )
      : null,
  );
}

export const webhooksPage: OwnPage = {
  access: 'signed-in',
  path,
  label: 'Webhooks',
  get: async (visit, deps) => page(visit, deps),
  post: async (visit, deps) => {
    const { accounts, bus } = deps;
    const { account_id: accountId } = visit.signedIn.identity;
    const [intent, id, url] = [field(visit, 'intent', 10), field(visit, 'id', 40), field(visit, 'url', 3_000).trim()];
    try {
      if (intent === 'add')
        return await page(visit, deps, { revealed: (await addWebhook(accounts, accountId, url, deps.allowedOrigins, visit.now)).secret });
      const { account } = await readAccount(accounts, accountId);
      const held = webhooksOf(account).find(({ stored }) => stored.id === id);
      // Belongs to another account, or does not exist: the answer is the same.
      if (held === undefined) return await page(visit, deps, { status: 404, fault: noSuchWebhook });
      if (intent === 'rotate') return await page(visit, deps, { revealed: (await rotateSecret(accounts, accountId, id, visit.now)).secret });
      if (intent === 'remove') {
        await removeWebhook(accounts, accountId, id);
        return { kind: 'redirect', to: `${path}?done=removed` };
      }
      if (intent === 'enable') {
        await enableWebhook(accounts, accountId, id);
        return { kind: 'redirect', to: `${path}?done=enabled` };
      }
      if (held.isOverPlan)
        throw new AccountError('this webhook is inactive because your plan allows fewer webhooks; remove another webhook or upgrade');
      if (intent === 'test') {
        await requestTestDelivery(bus, { accountId, webhookId: id }, visit.now);
        return { kind: 'redirect', to: `${path}?done=tested&log=${id}` };
      }
      if (intent !== 'repeat') return await page(visit, deps, { status: 422, fault: 'The form was not valid. Reload the page and try again.' });
      const number = Number(field(visit, 'number', 16));
      const attempts = Number.isSafeInteger(number)
        ? await deps.ask((store) => attemptsOf(store, { accountId, webhookId: id, number, limit: 1 }))
        : [];
      const last = attempts[0];
      if (last === undefined || last.kind === 'test') return await page(visit, deps, { status: 404, fault: 'This delivery does not exist.' });
      await requestRepeatedDelivery(bus, { ...last, accountId, webhookId: id, attempts: last.attempt });
      return { kind: 'redirect', to: `${path}?done=repeated&log=${id}` };
    } catch (error) {
      if (error instanceof AccountError) return page(visit, deps, { status: 422, fault: sentence(error.message), url });
      throw error;
    }
  },
};
