/** The Alerts page: alerts select the news that is sent to the account's webhooks. The page is read-only on a plan without alerts. */
import { addAlert, alertsOf, removeAlert, setAlertActive } from '#ops/accounts/account-alerts.ts';
import type { ListedElement } from '#ops/accounts/account-list.ts';
import type { Alert } from '#schemas/alert.ts';
import { planOf } from '#schemas/plan.ts';
import { categories, type Category } from '#schemas/vocabulary.ts';
import { h } from './element.ts';
import { elementForm, elementList, factsLine, form, hidden, labelled, listItem, paragraph } from './markup.ts';
import { type AreaDeps, field, FormRefusal, intentOf, type OwnPage, type OwnVisit, type PageReply } from './visit.ts';

const path = '/account/alerts/';
const scores = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];
const scoreDefault = '6';

async function page(visit: OwnVisit, { symbols }: AreaDeps): Promise<PageReply> {
  const { account } = visit.signedIn.entry;
  const { name, alertsMax, webhooksMax } = planOf(account);
  const alerts = alertsOf(account);
  const isReadOnly = alertsMax === 0;
  return {
    kind: 'page',
    title: 'Alerts',
    content: [
      paragraph(
        isReadOnly
          ? `The ${name} plan has no alerts. Alerts you already have stay, but they are not in force.`
          : `${alerts.length} of ${alertsMax} alerts on the ${name} plan.`,
      ),
      webhooksMax === 0 ? paragraph('Matching news is sent to webhooks, which the pro plan includes.') : null,
      elementList(
        alerts.map((alert) => item(visit, alert, symbols.get(alert.stored.ticker)?.name ?? '', isReadOnly)),
        'No alerts yet.',
      ),
      isReadOnly ? null : [h('h2', {}, 'New alert'), newAlertForm(visit)],
    ],
  };
}

function newAlertForm(visit: OwnVisit) {
  // A refused form is shown again with the values that the visitor chose.
  const scoreGiven = scores.find((score) => score === field(visit, 'score', 2)) ?? scoreDefault;
  const categoriesGiven = new Set(visit.form.getAll('category'));
  const ticker = field(visit, 'ticker', 40).trim();
  return form(
    visit,
    { action: path, intent: 'add', button: 'Add alert' },
    labelled({ id: 'ticker', label: 'Ticker', hint: 'A symbol such as AAPL, BRK.B or BTC-USD', value: ticker, lengthMax: 40 }),
    h(
      'p',
      { class: 'field' },
      h('label', { for: 'score' }, 'Minimum relevance score'),
      h('select', { id: 'score', name: 'score' }, ...scores.map((score) => h('option', { value: score, selected: score === scoreGiven }, score))),
    ),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Categories (none selected: all)'),
      ...categories.map((category) =>
        h(
          'label',
          { class: 'choice' },
          h('input', { type: 'checkbox', name: 'category', value: category, checked: categoriesGiven.has(category) }),
          ` ${category.replaceAll('_', ' ')}`,
        ),
      ),
    ),
  );
}

function item(visit: OwnVisit, { stored, isOverPlan }: ListedElement<Alert>, name: string, isReadOnly: boolean) {
  const { id, ticker, min_relevance_score: score, category_filter: filter, active } = stored;
  const about = `${ticker}, score ${score} or more`;
  const button = (intent: string, text: string, isDangerous: boolean) =>
    elementForm(visit, { path, intent, button: text, about: `${text}: ${about}`, isDangerous }, hidden('id', id));
  return listItem(
    [
      h('strong', {}, ticker),
      ' ',
      h('span', { class: 'facts' }, name),
      isOverPlan
        ? h('span', { class: 'state' }, 'inactive: more alerts than your plan allows')
        : active
          ? null
          : h('span', { class: 'state' }, 'off'),
      factsLine(`score ${score} or more, ${filter.length === 0 ? 'all categories' : filter.join(', ').replaceAll('_', ' ')}`),
    ],
    isReadOnly ? null : [button(active ? 'off' : 'on', active ? 'Turn off' : 'Turn on', false), button('remove', 'Remove', true)],
  );
}

export const alertsPage: OwnPage = {
  access: 'signed-in',
  path,
  label: 'Alerts',
  get: page,
  post: async (visit, { accounts, symbols }) => {
    const { account } = visit.signedIn.entry;
    const intent = intentOf(visit, ['add', 'remove', 'on', 'off']);
    const [id, typed] = [field(visit, 'id', 40), field(visit, 'ticker', 40).trim()];
    if (intent === 'add') {
      const ticker = symbols.find(typed);
      if (ticker === null)
        throw new FormRefusal(typed === '' ? 'Enter a ticker.' : (symbols.resolve(typed).note ?? `No symbol is listed as ${typed}.`));
      const score = field(visit, 'score', 2);
      if (!scores.includes(score)) throw new FormRefusal('The score must be a whole number from 1 to 10.');
      await addAlert(accounts, account.id, { ticker, categories: chosenCategories(visit), minRelevance: Number(score) }, visit.now);
    } else {
      if (!alertsOf(account).some(({ stored }) => stored.id === id)) throw new FormRefusal('This alert does not exist.', 404);
      if (intent === 'remove') await removeAlert(accounts, account.id, id);
      else await setAlertActive(accounts, account.id, id, intent === 'on');
    }
    return { kind: 'redirect', to: path };
  },
};

function chosenCategories({ form: posted }: OwnVisit): Category[] {
  const names = new Set(posted.getAll('category'));
  if ([...names].some((name) => !categories.some((category) => category === name))) throw new FormRefusal('Choose only categories from the list.');
  return categories.filter((category) => names.has(category));
}
