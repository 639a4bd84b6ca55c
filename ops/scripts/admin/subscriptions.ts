/** `npm run admin -- watchlist|alert|webhook …`: what the account area's pages do, for an operator. */
import { Ticker } from '#schemas/primitives.ts';
import { buckets } from '#schemas/subjects.ts';
import { categories, type Category } from '#schemas/vocabulary.ts';
import { addAlert, alertsOf, removeAlert, setAlertActive } from '../../runtime/account-alerts.ts';
import { readAccount } from '../../runtime/account-entries.ts';
import { addWebhook, enableWebhook, removeWebhook, rotateSecret, shownWebhook, webhooksOf } from '../../runtime/account-webhooks.ts';
import { changeWatchlist } from '../../runtime/accounts.ts';
import type { Bus } from '../../runtime/nats.ts';
import { openBucket } from '../../runtime/streams.ts';
import { requestTestDelivery } from '../../runtime/webhook-requests.ts';
import { CommandError } from '../service-config.ts';
import { columns, listed, type Answer, type Command, type Listing } from './command.ts';

const minScoreDefault = '6';

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
    run: async (bucket, { words: [id] }): Promise<Listing> => ({
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
      if (ticker === undefined || more.length > 0) throw new CommandError(`TICKER ${text}: one is wanted`);
      const score = values['min-score'] ?? minScoreDefault;
      if (!/^([1-9]|10)$/.test(score)) throw new CommandError(`--min-score ${score}: a whole number from 1 to 10 is wanted`);
      const alert = await addAlert(bucket, id, { ticker, categories: categoriesOf(values.categories), minRelevance: Number(score) }, now);
      const about = alert.category_filter.length === 0 ? 'any category' : alert.category_filter.join(', ');
      return { json: alert, text: `alert ${alert.id} is made: news of ${ticker} that scores ${score} or more, ${about}` };
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

const webhookCommands: Readonly<Record<string, Command>> = {
  'webhook list': {
    words: ['[ACCOUNT]'],
    options: [],
    run: async (bucket, { words: [id] }): Promise<Listing> => ({
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
      const { account } = await readAccount(bucket, id);
      const held = webhooksOf(account).find(({ stored }) => stored.id === webhookId);
      if (held === undefined) throw new CommandError(`account ${id} has no webhook ${webhookId}; npm run admin -- webhook list ${id} shows them`);
      if (held.isOverPlan) throw new CommandError(`webhook ${webhookId} is inactive: the plan ${account.plan} has no room for it`);
      const delivery = await requestTestDelivery(bus, { accountId: id, webhookId }, now);
      return { json: { delivery }, text: `delivery ${delivery} takes the newest article to ${held.stored.url}, once` };
    },
  },
  'webhook enable': {
    words: ['ACCOUNT', 'WEBHOOK'],
    options: [],
    run: async (bucket, { words: [id = '', webhookId = ''] }) => {
      const webhook = await enableWebhook(bucket, id, webhookId);
      return { json: shownWebhook(webhook), text: `webhook ${webhook.id} is told of news again` };
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
        text: `${webhook.secret}\nShown this once. The secret before it signs as well until ${until}.`,
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

/** Tickers with commas between them that stand in the directory. */
async function listedTickers(bus: Bus, text: string): Promise<string[]> {
  const tickers = tickersOf(text);
  const symbols = await openBucket(bus, buckets.symbols);
  for (const ticker of tickers) {
    const entry = await symbols.get(ticker);
    if (entry?.operation !== 'PUT') throw new CommandError(`${ticker} is no symbol of the directory; /api/symbols/?search= finds them by name`);
  }
  return tickers;
}

function tickersOf(text: string): string[] {
  const tickers = [...new Set(text.split(',').map((ticker) => ticker.trim().toUpperCase()))].filter((ticker) => ticker !== '');
  const wrong = tickers.find((ticker) => !Ticker.safeParse(ticker).success);
  if (wrong !== undefined) throw new CommandError(`${wrong} is no ticker: AAPL,BTC-USD,0700.HK`);
  if (tickers.length === 0) throw new CommandError('TICKERS are missing: AAPL,BTC-USD,0700.HK');
  return tickers;
}

function categoriesOf(text: string | undefined): Category[] {
  const names = text === undefined ? [] : text.split(',').map((name) => name.trim());
  return names.map((name) => {
    const category = categories.find((known) => known === name);
    if (category === undefined) throw new CommandError(`--categories ${name}: one of ${categories.join(', ')}`);
    return category;
  });
}
