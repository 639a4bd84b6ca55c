/** The Watchlist page: adds and removes saved tickers. Words that are no listed symbol are named, and the other words are added. */
import { h } from './element.ts';
import { AccountError, readAccount, type AccountEntry } from '#ops/accounts/account-entries.ts';
import { changeWatchlist } from '#ops/accounts/accounts.ts';
import { planOf } from '#schemas/plan.ts';
import { elementForm, elementList, form, hidden, labelled, listItem, notice, paragraph, sentence } from './markup.ts';
import { type AreaDeps, field, intentOf, type OwnPage, type OwnVisit, type PageReply } from './visit.ts';

const path = '/account/watchlist/';
const wordsMax = 500;

async function page(
  visit: OwnVisit,
  { symbols }: AreaDeps,
  { account }: AccountEntry,
  { typed = '', faults = [], added = [] }: { readonly typed?: string; readonly faults?: readonly string[]; readonly added?: readonly string[] } = {},
): Promise<PageReply> {
  const { name, watchlistMax } = planOf(account);
  const saved = account.watchlist ?? [];
  return {
    kind: 'page',
    status: faults.length === 0 || added.length > 0 ? 200 : 422,
    title: 'Watchlist',
    content: [
      ...(added.length === 0 ? [] : [notice('done', `Added ${added.join(', ')}.`)]),
      ...faults.map((fault) => notice('fault', fault)),
      paragraph(`${saved.length} of ${watchlistMax} tickers on the ${name} plan.`),
      form(
        visit,
        { action: path, intent: 'add', button: 'Add', className: 'row' },
        labelled({
          id: 'tickers',
          label: 'Add tickers',
          hint: 'One or several, separated by commas: AAPL, BRK.B, BTC-USD',
          value: typed,
          lengthMax: 8_000,
        }),
      ),
      elementList(
        saved.map((ticker) => item(visit, ticker, symbols.get(ticker)?.name ?? '')),
        'No tickers yet.',
      ),
    ],
  };
}

const item = (visit: OwnVisit, ticker: string, name: string) =>
  listItem(
    [h('strong', {}, ticker), ' ', h('span', { class: 'facts' }, name)],
    elementForm(visit, { path, intent: 'remove', button: 'Remove', about: `Remove ${ticker}`, isDangerous: true }, hidden('ticker', ticker)),
  );

export const watchlistPage: OwnPage = {
  access: 'signed-in',
  path,
  label: 'Watchlist',
  get: async (visit, deps) => page(visit, deps, visit.signedIn.entry),
  post: async (visit, deps) => {
    const { accounts, symbols } = deps;
    const { account_id: accountId } = visit.signedIn.identity;
    const typed = field(visit, 'tickers', 8_000);
    const faults: string[] = [];
    let unknown: readonly string[] = [];
    let added: readonly string[] = [];
    let change: (saved: readonly string[]) => readonly string[];
    if (intentOf(visit, ['add', 'remove']) === 'remove') {
      const ticker = field(visit, 'ticker', 40);
      change = (saved) => saved.filter((other) => other !== ticker);
    } else {
      const pieces = typed.split(/[,;\n]+/).filter((piece) => piece.trim() !== '');
      // A space may be part of a symbol (`brk b`) or separate two symbols.
      const words = [...new Set(pieces.flatMap((piece) => (symbols.find(piece) === null ? piece.trim().split(/\s+/) : [piece])))].slice(0, wordsMax);
      const found = words.map((word) => ({ word, symbol: symbols.find(word) }));
      unknown = found.filter(({ symbol }) => symbol === null).map(({ word }) => word);
      for (const word of unknown) faults.push(symbols.resolve(word.slice(0, 40)).note ?? `No symbol is listed as ${word.slice(0, 40)}.`);
      if (words.length === 0) faults.push('Enter at least one ticker.');
      added = [...new Set(found.flatMap(({ symbol }) => symbol ?? []))];
      change = (saved) => [...saved, ...added];
    }
    try {
      await changeWatchlist(accounts, accountId, change);
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      faults.push(sentence(error.message));
      added = [];
    }
    return faults.length > 0
      ? page(visit, deps, await readAccount(accounts, accountId), { typed: added.length > 0 ? unknown.join(', ') : typed, faults, added })
      : { kind: 'redirect', to: path };
  },
};
