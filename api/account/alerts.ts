/** The page of alerts, which select the news sent to the account's webhooks. Read-only on a plan without alerts. */
import { addAlert, alertsOf, removeAlert, setAlertActive } from '#ops/accounts/account-alerts.ts';
import { AccountError, readAccount } from '#ops/accounts/account-entries.ts';
import type { ListedElement } from '#ops/accounts/account-list.ts';
import type { Alert } from '#schemas/alert.ts';
import { planOf } from '#schemas/plan.ts';
import { categories, type Category } from '#schemas/vocabulary.ts';
import { h } from './element.ts';
import { form, hidden, labelled, notice, sentence } from './markup.ts';
import { field, type AreaDeps, type OwnPage, type OwnVisit, type PageReply } from './visit.ts';

const path = '/account/alerts/';
const scores = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];
const scoreDefault = '6';

interface AlertPageState {
  readonly status?: number;
  readonly fault?: string;
  /** Text that was typed and refused. */
  readonly ticker?: string;
}

async function page(visit: OwnVisit, { accounts, symbols }: AreaDeps, { status = 200, fault, ticker = '' }: AlertPageState = {}): Promise<PageReply> {
  const { account } = await readAccount(accounts, visit.signedIn.identity.account_id);
  const { name, alertsMax, webhooksMax } = planOf(account);
  const held = alertsOf(account);
  const isReadOnly = alertsMax === 0;
  return {
    kind: 'page',
    status,
    title: 'Alerts',
    content: [
      fault === undefined ? null : notice('fault', fault),
      h(
        'p',
        {},
        isReadOnly
          ? `The ${name} plan has no alerts. Alerts you already have stay, but they are not in force.`
          : `${held.length} of ${alertsMax} alerts on the ${name} plan.`,
      ),
      webhooksMax === 0 ? h('p', {}, 'Matching news is sent to webhooks, which the pro plan includes.') : null,
      held.length === 0
        ? h('p', {}, 'No alerts yet.')
        : h('ul', { class: 'things' }, ...held.map((alert) => item(visit, alert, symbols.get(alert.stored.ticker)?.name ?? '', isReadOnly))),
      isReadOnly ? null : h('h2', {}, 'New alert'),
      isReadOnly
        ? null
        : form(
            visit,
            { action: path, intent: 'add', button: 'Add alert' },
            labelled({
              id: 'ticker',
              name: 'ticker',
              label: 'Ticker',
              hint: 'A symbol such as AAPL, BRK.B or BTC-USD',
              value: ticker,
              lengthMax: 40,
            }),
            h(
              'p',
              { class: 'field' },
              h('label', { for: 'score' }, 'Minimum relevance score'),
              h(
                'select',
                { id: 'score', name: 'score' },
                ...scores.map((score) => h('option', { value: score, selected: score === scoreDefault }, score)),
              ),
            ),
            h(
              'fieldset',
              {},
              h('legend', {}, 'Categories (none selected: all)'),
              ...categories.map((category) =>
                h(
                  'label',
                  { class: 'choice' },
                  h('input', { type: 'checkbox', name: 'category', value: category }),
                  ` ${category.replaceAll('_', ' ')}`,
                ),
              ),
            ),
          ),
    ],
  };
}

function item(visit: OwnVisit, { stored, isOverPlan }: ListedElement<Alert>, name: string, isReadOnly: boolean) {
  const { id, ticker, min_relevance_score: score, category_filter: filter, active } = stored;
  const about = `${ticker}, score ${score} or more`;
  const button = (intent: string, text: string, isDangerous: boolean) =>
    form(visit, { action: path, intent, button: text, isDangerous, className: 'inline', buttonLabel: `${text}: ${about}` }, hidden('id', id));
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', {}, ticker),
      ' ',
      h('span', { class: 'facts' }, name),
      isOverPlan
        ? h('span', { class: 'state' }, 'inactive: more alerts than your plan allows')
        : active
          ? null
          : h('span', { class: 'state' }, 'off'),
      h('p', { class: 'facts' }, `score ${score} or more, ${filter.length === 0 ? 'all categories' : filter.join(', ').replaceAll('_', ' ')}`),
    ),
    isReadOnly ? null : button(active ? 'off' : 'on', active ? 'Turn off' : 'Turn on', false),
    isReadOnly ? null : button('remove', 'Remove', true),
  );
}

export const alertsPage: OwnPage = {
  access: 'signed-in',
  path,
  label: 'Alerts',
  get: async (visit, deps) => page(visit, deps),
  post: async (visit, deps) => {
    const { accounts, symbols } = deps;
    const { account_id: accountId } = visit.signedIn.identity;
    const intent = field(visit, 'intent', 10);
    const id = field(visit, 'id', 40);
    const typed = field(visit, 'ticker', 40).trim();
    try {
      if (intent === 'add') {
        const symbol = symbols.find(typed);
        if (symbol === null)
          throw new AccountError(
            typed === '' ? 'enter a ticker' : (symbols.resolve(typed).note?.replace(/\.$/, '') ?? `no symbol is listed as ${typed}`),
          );
        const score = field(visit, 'score', 2);
        if (!scores.includes(score)) throw new AccountError('the score must be a whole number from 1 to 10');
        await addAlert(accounts, accountId, { ticker: symbol, categories: chosen(visit), minRelevance: Number(score) }, visit.now);
      } else {
        const { account } = await readAccount(accounts, accountId);
        // Belongs to another account, or does not exist: the answer is the same.
        if (!alertsOf(account).some(({ stored }) => stored.id === id))
          return await page(visit, deps, { status: 404, fault: 'This alert does not exist.' });
        if (intent === 'remove') await removeAlert(accounts, accountId, id);
        else await setAlertActive(accounts, accountId, id, intent === 'on');
      }
      return { kind: 'redirect', to: path };
    } catch (error) {
      if (error instanceof AccountError) return page(visit, deps, { status: 422, fault: sentence(error.message), ticker: typed });
      throw error;
    }
  },
};

function chosen({ form: posted }: OwnVisit): Category[] {
  const names = new Set(posted.getAll('category'));
  if ([...names].some((name) => !categories.some((category) => category === name))) throw new AccountError('choose only categories from the list');
  return categories.filter((category) => names.has(category));
}
