/** `npm run admin -- watchlist|alert|webhook …`: the functions of the account area's pages, for an operator. */
import { attemptsOf } from '#clickhouse/webhook-attempts.ts';
import { Ticker } from '#schemas/primitives.ts';
import { buckets } from '#schemas/subjects.ts';
import { categories, type Category } from '#schemas/vocabulary.ts';
import type { Webhook } from '#schemas/webhook.ts';
import { addAlert, alertsOf, removeAlert, setAlertActive } from '../../accounts/account-alerts.ts';
import { readAccount, type AccountEntry } from '../../accounts/account-entries.ts';
import { addWebhook, enableWebhook, removeWebhook, rotateSecret, shownWebhook, webhooksOf } from '../../accounts/account-webhooks.ts';
import { changeWatchlist } from '../../accounts/accounts.ts';
import type { Bus } from '../../nats/nats.ts';
import { openBucket } from '../../nats/streams.ts';
import { requestRepeatedDelivery, requestTestDelivery } from '../../accounts/webhook-requests.ts';
import { UsageError } from '../command-line.ts';
import { CommandError, withStore } from '../service-config.ts';
import { columns, listed, type Answer, type Command, type Table } from './command.ts';

const minScoreDefault = '6';
const storeLimits = { requestTimeoutMs: 10_000, maxConnections: 1 };

const watches = ({ id, watchlist = [] }: { readonly id: string; readonly watchlist?: readonly string[] | undefined }): Answer => ({
  json: { account_id: id, watchlist },
  text: watchlist.length === 0 ? `account ${id} watches nothing` : `account ${id} watches ${watchlist.join(', ')}`,
});

const watchlistCommands: Readonly<Record<string, Command>> = {
  'watchlist list': {
    words: ['ACCOUNT'],
    options: [],
    run: async (bucket, { words: [id = ''] }) => watches((await readAccount(bucket, id)).account),
  },
  'watchlist add': {
    words: ['ACCOUNT', 'TICKERS'],
    options: [],
    run: async (bucket, { words: [id = '', text = ''] }, _, { bus }) => {
      const tickers = await listedTickers(bus, text);
      return watches(await changeWatchlist(bucket, id, (saved) => [...saved, ...tickers]));
    },
  },
  'watchlist remove': {
    words: ['ACCOUNT', 'TICKERS'],
    options: [],
    run: async (bucket, { words: [id = '', text = ''] }) => {
      const tickers = new Set(tickersOf(text));
      return watches(await changeWatchlist(bucket, id, (saved) => saved.filter((ticker) => !tickers.has(ticker))));
    },
  },
};

const switching = (active: boolean): Command => ({
  words: ['ACCOUNT', 'ALERT'],
  options: [],
  run: async (bucket, { words: [id = '', alertId = ''] }) => {
    const alert = await setAlertActive(bucket, id, alertId, active);
    return { json: alert, text: `alert ${alert.id} on ${alert.ticker} is ${active ? 'on' : 'off'}` };
  },
});

const alertCommands: Readonly<Record<string, Command>> = {
  'alert list': {
    words: ['[ACCOUNT]'],
    options: [],
    run: async (bucket, { words: [id] }): Promise<Table> => ({
      columns: columns(['id', 15], ['account', 12], ['ticker', 10], ['score', 5], ['state', 8], ['categories', 0]),
      rows: listed(
        bucket,
        function* ({ account }) {
          for (const { stored, isOverPlan } of alertsOf(account)) {
            const state = isOverPlan ? 'inactive' : stored.active ? 'on' : 'off';
            const { ticker, category_filter: filter, min_relevance_score: score } = stored;
            yield {
              json: { ...stored, account_id: account.id, state },
              cells: [stored.id, account.id, ticker, String(score), state, filter.length === 0 ? 'all' : filter.join(',')],
            };
          }
        },
        id,
      ),
    }),
  },
  'alert add': {
    words: ['ACCOUNT', 'TICKER'],
    options: ['categories', 'min-score'],
    run: async (bucket, { words: [id = '', text = ''], values }, now, { bus }) => {
      const [ticker, ...more] = await listedTickers(bus, text);
      if (ticker === undefined || more.length > 0) throw new UsageError(`TICKER ${text}: give one ticker`);
      const score = values['min-score'] ?? minScoreDefault;
      if (!/^([1-9]|10)$/.test(score)) throw new UsageError(`--min-score ${score}: must be a whole number from 1 to 10`);
      const alert = await addAlert(bucket, id, { ticker, categories: categoriesOf(values.categories), minRelevance: Number(score) }, now);
      const about = alert.category_filter.length === 0 ? 'any category' : alert.category_filter.join(', ');
      return { json: alert, text: `alert ${alert.id} was created: news of ${ticker} that scores ${score} or more, ${about}` };
    },
  },
  'alert on': switching(true),
  'alert off': switching(false),
  'alert remove': {
    words: ['ACCOUNT', 'ALERT'],
    options: [],
    run: async (bucket, { words: [id = '', alertId = ''] }) => {
      await removeAlert(bucket, id, alertId);
      return { json: { id: alertId, account_id: id }, text: `alert ${alertId} is removed` };
    },
  },
};

/** Returns a webhook that may be sent something, disabled or not; throws for an unknown one, or one that the plan has no room for. */
function usable({ account }: AccountEntry, webhookId: string): Webhook {
  const webhook = webhooksOf(account).find(({ stored }) => stored.id === webhookId);
  if (webhook === undefined)
    throw new CommandError(`account ${account.id} has no webhook ${webhookId}; \`npm run admin -- webhook list ${account.id}\` shows them`);
  if (webhook.isOverPlan) throw new CommandError(`webhook ${webhookId} is inactive: the plan ${account.plan} has no room for it`);
  return webhook.stored;
}

const webhookCommands: Readonly<Record<string, Command>> = {
  'webhook list': {
    words: ['[ACCOUNT]'],
    options: [],
    run: async (bucket, { words: [id] }): Promise<Table> => ({
      columns: columns(['id', 15], ['account', 12], ['state', 8], ['created', 24], ['disabled', 24], ['url', 0]),
      rows: listed(
        bucket,
        function* ({ account }) {
          for (const { stored, isOverPlan } of webhooksOf(account)) {
            const state = isOverPlan ? 'inactive' : stored.disabled_at === null ? 'active' : 'disabled';
            yield {
              json: { ...shownWebhook(stored), account_id: account.id, state },
              cells: [stored.id, account.id, state, stored.created_at, stored.disabled_at ?? '', stored.url],
            };
          }
        },
        id,
      ),
    }),
  },
  'webhook add': {
    words: ['ACCOUNT', 'URL'],
    options: [],
    run: async (bucket, { words: [id = '', url = ''] }, now, { config }) => {
      const { secret, ...webhook } = await addWebhook(bucket, id, url, config.OUTBOUND_ALLOWED_ORIGINS, now);
      return {
        json: { ...shownWebhook({ secret, ...webhook }), secret },
        text: `${secret}\nShown this once. It signs what webhook ${webhook.id} delivers to ${webhook.url}.`,
      };
    },
  },
  'webhook test': {
    words: ['ACCOUNT', 'WEBHOOK'],
    options: [],
    run: async (bucket, { words: [id = '', webhookId = ''] }, now, { bus }) => {
      const webhook = usable(await readAccount(bucket, id), webhookId);
      await requestTestDelivery(bus, { accountId: id, webhookId }, now);
      return { json: shownWebhook(webhook), text: `the newest article is on its way to ${webhook.url}, once` };
    },
  },
  'webhook redeliver': {
    words: ['ACCOUNT', 'WEBHOOK', 'NUMBER'],
    options: [],
    run: async (bucket, { words: [id = '', webhookId = '', text = ''] }, _, { bus, config }) => {
      const webhook = usable(await readAccount(bucket, id), webhookId);
      const number = /^(?:evt_)?(\d{1,16})$/.exec(text)?.[1];
      if (number === undefined) throw new UsageError(`NUMBER ${text}: must be the number of a delivery, such as 41 or evt_41`);
      const past = (
        await withStore(config, storeLimits, (store) => attemptsOf(store, { accountId: id, webhookId, number: Number(number), limit: 1 }))
      )[0];
      if (past === undefined)
        throw new CommandError(`webhook ${webhookId} has no delivery ${number} that is still kept (WEBHOOK_ATTEMPTS_MAX_AGE_DAYS)`);
      if (past.kind === 'test')
        throw new CommandError(`delivery ${number} was a test: \`npm run admin -- webhook test ${id} ${webhookId}\` makes another`);
      await requestRepeatedDelivery(bus, { ...past, accountId: id, webhookId, attempts: past.attempt });
      return { json: shownWebhook(webhook), text: `delivery ${number} is on its way to ${webhook.url} once more, as attempt ${past.attempt + 1}` };
    },
  },
  'webhook enable': {
    words: ['ACCOUNT', 'WEBHOOK'],
    options: [],
    run: async (bucket, { words: [id = '', webhookId = ''] }) => {
      const webhook = await enableWebhook(bucket, id, webhookId);
      return { json: shownWebhook(webhook), text: `webhook ${webhook.id} is enabled again` };
    },
  },
  'webhook rotate': {
    words: ['ACCOUNT', 'WEBHOOK'],
    options: [],
    run: async (bucket, { words: [id = '', webhookId = ''] }, now) => {
      const webhook = await rotateSecret(bucket, id, webhookId, now);
      const until = webhook.previous_secret_until ?? '';
      return {
        json: { ...shownWebhook(webhook), secret: webhook.secret },
        text: `${webhook.secret}\nShown this once. The former secret also signs until ${until}.`,
      };
    },
  },
  'webhook remove': {
    words: ['ACCOUNT', 'WEBHOOK'],
    options: [],
    run: async (bucket, { words: [id = '', webhookId = ''] }) => {
      await removeWebhook(bucket, id, webhookId);
      return { json: { id: webhookId, account_id: id }, text: `webhook ${webhookId} is removed` };
    },
  },
};

export const subscriptionCommands: Readonly<Record<string, Command>> = { ...watchlistCommands, ...alertCommands, ...webhookCommands };

/** Returns the comma-separated tickers; throws for one that is not in the directory. */
async function listedTickers(bus: Bus, text: string): Promise<string[]> {
  const tickers = tickersOf(text);
  const symbols = await openBucket(bus, buckets.symbols);
  for (const ticker of tickers) {
    const entry = await symbols.get(ticker);
    if (entry?.operation !== 'PUT')
      throw new CommandError(`${ticker} is not in the symbol directory; /api/symbols/?search=NAME finds symbols by name`);
  }
  return tickers;
}

function tickersOf(text: string): string[] {
  const tickers = [...new Set(text.split(',').map((ticker) => ticker.trim().toUpperCase()))].filter((ticker) => ticker !== '');
  const wrong = tickers.find((ticker) => !Ticker.safeParse(ticker).success);
  if (wrong !== undefined) throw new UsageError(`${wrong} is not a ticker: AAPL,BTC-USD,0700.HK`);
  if (tickers.length === 0) throw new UsageError('TICKERS are missing: AAPL,BTC-USD,0700.HK');
  return tickers;
}

function categoriesOf(text: string | undefined): Category[] {
  const names = text === undefined ? [] : text.split(',').map((name) => name.trim());
  return names.map((name) => {
    const category = categories.find((known) => known === name);
    if (category === undefined) throw new UsageError(`--categories ${name}: one of ${categories.join(', ')}`);
    return category;
  });
}
