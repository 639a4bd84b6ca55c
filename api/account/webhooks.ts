/** The Webhooks page: addresses to which news is sent, their signing secrets (shown once), tests, and the log of deliveries. */
import { attemptsOf, type WebhookAttempt } from '#clickhouse/webhook-attempts.ts';
import { readAccount, type AccountEntry } from '#ops/accounts/account-entries.ts';
import type { ListedElement } from '#ops/accounts/account-list.ts';
import { addWebhook, enableWebhook, removeWebhook, rotateSecret, webhooksOf } from '#ops/accounts/account-webhooks.ts';
import { requestRepeatedDelivery, requestTestDelivery } from '#ops/accounts/webhook-requests.ts';
import { planOf } from '#schemas/plan.ts';
import type { Webhook } from '#schemas/webhook.ts';
import { h, type Content } from './element.ts';
import { elementForm, elementList, factsLine, form, hidden, labelled, link, listItem, paragraph, revealedText, shownTime } from './markup.ts';
import { type AreaDeps, field, FormRefusal, intentOf, type OwnPage, type OwnVisit, type PageReply, type Reply } from './visit.ts';

const path = '/account/webhooks/';
const logRows = 50;
/** Milliseconds after its planned time when a retry counts as dropped, and the page offers to deliver again. An outage delays retries less. */
const retryLateMs = 3_600_000;

/** Returns the page. `revealed`: a secret that was just made, shown this once. */
async function page(visit: OwnVisit, deps: AreaDeps, { account }: AccountEntry, revealed: string | null = null): Promise<PageReply> {
  const { name, webhooksMax } = planOf(account);
  const webhooks = webhooksOf(account);
  const logged = webhooks.find(({ stored }) => stored.id === visit.query.get('log'))?.stored;
  return {
    kind: 'page',
    title: 'Webhooks',
    content: [
      revealed === null
        ? null
        : revealedText(
            'new-secret',
            'The signing secret',
            'Copy it now. It will not be shown again. If your Standard Webhooks library needs padded base64, add = at the end.',
            revealed,
          ),
      paragraph(
        webhooksMax === 0
          ? `The ${name} plan has no webhooks. The pro plan includes them.`
          : `${webhooks.length} of ${webhooksMax} webhooks on the ${name} plan.`,
      ),
      elementList(
        webhooks.map((one) => item(visit, one)),
        'No webhooks yet.',
      ),
      logged === undefined ? null : await log(visit, deps, account.id, logged),
      webhooksMax === 0
        ? null
        : [
            h('h2', {}, 'New webhook'),
            form(
              visit,
              { action: path, intent: 'add', button: 'Add webhook' },
              labelled({
                id: 'url',
                label: 'Address',
                hint: 'A public https:// address. News that matches your alerts is sent there by POST.',
                value: revealed === null ? field(visit, 'url', 3_000).trim() : '',
                lengthMax: 2_048,
              }),
            ),
          ],
    ],
  };
}

function item(visit: OwnVisit, { stored, isOverPlan }: ListedElement<Webhook>) {
  const { id, url, created_at: createdAt, disabled_at: disabledAt } = stored;
  const button = (intent: string, text: string, isDangerous = false) =>
    elementForm(visit, { path, intent, button: text, about: `${text}: ${url}`, isDangerous }, hidden('id', id));
  const state: Content = isOverPlan
    ? h('span', { class: 'state' }, 'inactive: more webhooks than your plan allows')
    : disabledAt === null
      ? null
      : h('span', { class: 'state' }, 'disabled since ', shownTime(disabledAt), ' after ten failed attempts in a row');
  return listItem(
    [
      h('strong', { class: 'address' }, url),
      ' ',
      h('code', {}, id),
      state,
      factsLine('created ', shownTime(createdAt), ', ', link(`${path}?log=${id}`, 'deliveries')),
    ],
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
      ? paragraph('The log is unavailable right now. Try again in a minute.')
      : elementList(
          attempts.map((attempt) => {
            const isNewest = !newest.has(attempt.number);
            newest.add(attempt.number);
            return entry(visit, id, attempt, { isNewest, isDisabled: disabledAt !== null });
          }),
          'No recent deliveries.',
        ),
  ];
}

/** Returns an attempt in the log. `isNewest`: whether it is the last so far of its delivery. `isDisabled`: whether the webhook is disabled. */
function entry(visit: OwnVisit, webhookId: string, attempt: WebhookAttempt, state: { readonly isNewest: boolean; readonly isDisabled: boolean }) {
  const { isNewest, isDisabled } = state;
  const { number, attempt: count, kind, ticker, uid, attemptedAt, durationMs, status, error, answer, nextAt } = attempt;
  const outcome = error === '' ? `delivered, ${status}` : status === 0 ? error : `${status}, ${error}`;
  // The webhook may have been disabled when the retry was due, and enabled since.
  const isDropped = nextAt !== null && Date.parse(nextAt) < visit.now.getTime() - retryLateMs;
  const isGivenUp = isNewest && nextAt !== null && (isDisabled || isDropped);
  const isRepeatable = isNewest && kind !== 'test' && (nextAt === null || isGivenUp);
  return listItem(
    [
      h('strong', {}, `evt_${number}`),
      ` attempt ${count}: `,
      h('span', { class: error === '' ? undefined : 'state' }, outcome),
      factsLine(
        shownTime(attemptedAt),
        ` in ${durationMs} ms, ${kind === 'test' ? 'a test' : `${ticker}, article ${uid}`}`,
        nextAt === null
          ? null
          : !isGivenUp
            ? ['; next attempt ', shownTime(nextAt)]
            : isDisabled
              ? '; no retry, because the webhook is disabled'
              : '; its retry was due an hour ago or earlier and was not made',
      ),
      answer === '' ? null : h('details', {}, h('summary', {}, 'Answer'), h('pre', { tabindex: 0 }, answer)),
    ],
    isRepeatable
      ? elementForm(
          visit,
          { path, intent: 'repeat', button: 'Deliver again', about: `Deliver again: evt_${number}`, isDangerous: false },
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
  done: new Map([
    ['removed', 'The webhook was removed.'],
    ['enabled', 'The webhook is enabled again.'],
    ['tested', 'A test with the newest article is being sent. The log shows the result.'],
    ['repeated', 'The delivery is being sent again with the same number.'],
  ]),
  get: async (visit, deps) => page(visit, deps, visit.signedIn.entry),
  post: async (visit, deps) => {
    const { accounts, bus, allowedOrigins } = deps;
    const { account_id: accountId } = visit.signedIn.identity;
    const intent = intentOf(visit, ['add', 'rotate', 'remove', 'enable', 'test', 'repeat']);
    const [id, url] = [field(visit, 'id', 40), field(visit, 'url', 3_000).trim()];
    const pageWith = async (secret: string): Promise<PageReply> => page(visit, deps, await readAccount(accounts, accountId), secret);
    if (intent === 'add') return pageWith((await addWebhook(accounts, accountId, url, allowedOrigins, visit.now)).secret);
    const webhook = webhooksOf(visit.signedIn.entry.account).find(({ stored }) => stored.id === id);
    if (webhook === undefined) throw new FormRefusal('This webhook does not exist.', 404);
    if (intent === 'rotate') return pageWith((await rotateSecret(accounts, accountId, id, visit.now)).secret);
    const redirect = (done: string): Reply => ({ kind: 'redirect', to: `${path}?done=${done}` });
    if (intent === 'remove') {
      await removeWebhook(accounts, accountId, id);
      return redirect('removed');
    }
    if (intent === 'enable') {
      await enableWebhook(accounts, accountId, id);
      return redirect('enabled');
    }
    if (webhook.isOverPlan)
      throw new FormRefusal('This webhook is inactive because your plan allows fewer webhooks; remove another webhook or upgrade.');
    if (intent === 'test') {
      await requestTestDelivery(bus, { accountId, webhookId: id }, visit.now);
      return redirect(`tested&log=${id}`);
    }
    const number = Number(field(visit, 'number', 16));
    const [last] = Number.isSafeInteger(number) ? await deps.ask((store) => attemptsOf(store, { accountId, webhookId: id, number, limit: 1 })) : [];
    if (last === undefined || last.kind === 'test')
      throw new FormRefusal('There is no such delivery, or it was a test, which cannot be repeated.', 404);
    await requestRepeatedDelivery(bus, { ...last, accountId, webhookId: id, attempts: last.attempt });
    return redirect(`repeated&log=${id}`);
  },
};
