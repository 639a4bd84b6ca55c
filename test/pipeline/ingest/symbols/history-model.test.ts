/** Histories of made-up markets against a plain record of each ticker's holders, under kills, batches, duplicates and outages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applySymbolLists } from '#pipeline/ingest/symbols/history/apply-symbol-lists.ts';
import { bareRow, type SymbolList } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { holdingsOf, type SymbolEntry } from '#schemas/symbol.ts';

/** An event of a company on a day; `ticker` picks among the free ones. */
type Event =
  | { readonly kind: 'list'; readonly company: number; readonly ticker: number }
  | { readonly kind: 'rename'; readonly company: number; readonly ticker: number }
  | { readonly kind: 'leave'; readonly company: number };

const companiesCount = 8;
const tickers = ['ABCD', 'EFGH', 'IJKL', 'MNOP', 'QRST', 'UVWX', 'YZAB', 'CDEF', 'GHIJ', 'KLMN', 'OPQR', 'STUV'] as const;
/** Companies that are always listed, so that no list counts as cut. */
const steady = Array.from({ length: 24 }, (_, at) => `Z${String.fromCharCode(65 + at)}Z${String.fromCharCode(65 + at)}`);

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('list' as const), company: fc.nat(companiesCount - 1), ticker: fc.nat(tickers.length - 1) }),
  fc.record({ kind: fc.constant('rename' as const), company: fc.nat(companiesCount - 1), ticker: fc.nat(tickers.length - 1) }),
  fc.record({ kind: fc.constant('leave' as const), company: fc.nat(companiesCount - 1) }),
);
const days = fc.array(fc.array(event, { maxLength: 3 }), { minLength: 1, maxLength: 25 });

const dateOf = (day: number): string => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
const cikOf = (company: number): string => String(company + 1).padStart(10, '0');

interface Held {
  readonly company: number;
  from: string | null;
  to: string | null;
  renamedTo: string;
}

/** Returns a made-up market and a plain record of each ticker's holders. */
function market() {
  const tickerOf = new Map<number, string>();
  const book = new Map<string, Held[]>();
  const last = (company: number): { ticker: string; held: Held } | null => {
    const all = [...book].flatMap(([ticker, list]) =>
      list.filter((held) => held.company === company && held.to !== null).map((held) => ({ ticker, held })),
    );
    return all.filter(({ held }) => held.renamedTo === '').sort((a, b) => (a.held.to! < b.held.to! ? 1 : -1))[0] ?? null;
  };
  return {
    book,
    tickerOf,
    /** Applies the possible events: no company takes a ticker in use, and each does one thing a day. */
    turn: (date: string, isFirst: boolean, events: readonly Event[]): void => {
      const busy = new Set<number>();
      const wasHeld = new Set(tickerOf.values());
      for (const of of events) {
        const { company } = of;
        const own = tickerOf.get(company);
        if (busy.has(company)) continue;
        busy.add(company);
        if (of.kind === 'leave' && own !== undefined) {
          tickerOf.delete(company);
          book.get(own)!.at(-1)!.to = date;
          continue;
        }
        if (of.kind === 'leave') continue;
        const ticker = tickers[of.ticker]!;
        if (wasHeld.has(ticker) || [...tickerOf.values()].includes(ticker) || (of.kind === 'list') !== (own === undefined)) continue;
        const held: Held = { company, from: isFirst ? null : date, to: null, renamedTo: '' };
        if (own !== undefined) Object.assign(book.get(own)!.at(-1)!, { to: date, renamedTo: ticker });
        const before = last(company);
        const list = book.get(ticker) ?? [];
        const returned = list.at(-1);
        tickerOf.set(company, ticker);
        if (returned?.company === company && returned.renamedTo === '') {
          returned.to = null;
          continue;
        }
        // A company that returns under its former ticker was not renamed, even if another had the ticker meanwhile.
        if (own === undefined && before !== null && before.ticker !== ticker) before.held.renamedTo = ticker;
        book.set(ticker, [...list, held]);
      }
    },
    list: (date: string): SymbolList => ({
      source: 'sec',
      date,
      rows: [
        ...[...tickerOf].map(([company, ticker]) => ({ ...bareRow(ticker, `Company ${cikOf(company)}`), cik: cikOf(company) })),
        ...steady.map((ticker, at) => ({ ...bareRow(ticker, `Steady ${ticker}`), cik: cikOf(100 + at) })),
      ],
    }),
  };
}

type State = { readonly entries: Map<string, SymbolEntry>; readonly dates: Map<string, string>; readonly begun: Map<string, string> };
const empty = (): State => ({ entries: new Map(), dates: new Map(), begun: new Map() });
function take(state: State, writes: readonly SymbolEntry[], accepted: readonly SymbolList[]): void {
  for (const entry of writes) state.entries.set(entry.symbol, entry);
  for (const { source, date } of accepted) state.dates.set(source, date);
}
function apply(state: State, lists: readonly SymbolList[]): ReturnType<typeof applySymbolLists> {
  const step = applySymbolLists(state, lists);
  take(state, step.writes, step.accepted);
  return step;
}

const byTicker = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

const told = (entries: ReadonlyMap<string, SymbolEntry>): Record<string, unknown> =>
  Object.fromEntries(
    [...entries]
      .sort(byTicker)
      .flatMap(([symbol, entry]) =>
        steady.includes(symbol)
          ? []
          : [[symbol, { status: entry.status, held: holdingsOf(entry).map(({ cik, from, to, renamed_to }) => [cik, from, to, renamed_to]) }]],
      ),
  );
const written = ({ book, tickerOf }: ReturnType<typeof market>): Record<string, unknown> =>
  Object.fromEntries(
    [...book].sort(byTicker).map(([ticker, list]) => [
      ticker,
      {
        status: [...tickerOf.values()].includes(ticker) ? 'active' : 'delisted',
        held: list.map(({ company, from, to, renamedTo }) => [cikOf(company), from, to, renamedTo]),
      },
    ]),
  );

function listsOf(turns: readonly (readonly Event[])[]): { readonly lists: SymbolList[]; readonly made: ReturnType<typeof market> } {
  const made = market();
  const lists = turns.map((events, day) => {
    made.turn(dateOf(day), day === 0, events);
    return made.list(dateOf(day));
  });
  return { lists, made };
}

describe('a history of lists', () => {
  test('shows which company held which ticker when, and the ticker that each company took next', () => {
    fc.assert(
      fc.property(days, (turns) => {
        const { lists, made } = listsOf(turns);
        const state = empty();
        for (const list of lists) apply(state, [list]);
        expect(told(state.entries)).toEqual(written(made));
      }),
      { numRuns: 80 },
    );
  });

  test('is the same in any batches, with lists that come twice, and with kills between any two writes', () => {
    fc.assert(
      fc.property(
        days,
        fc.array(fc.record({ size: fc.integer({ min: 1, max: 4 }), kept: fc.nat(30), twice: fc.boolean() }), { minLength: 25, maxLength: 25 }),
        (turns, ways) => {
          const { lists } = listsOf(turns);
          const plain = empty();
          for (const list of lists) apply(plain, [list]);
          const state = empty();
          for (let [at, way] = [0, 0]; at < lists.length; way += 1) {
            const { size, kept, twice } = ways[way]!;
            const batch = lists.slice(at, at + size);
            at += size;
            // Killed on some day of the batch after `kept` writes, then given the whole batch again: days already done are refused.
            const killedOn = kept % batch.length;
            for (const [day, list] of batch.entries()) {
              if (day > killedOn) break;
              if (day < killedOn) apply(state, [list]);
              else state.begun.set(list.source, list.date);
              if (day === killedOn) take(state, applySymbolLists(state, [list]).writes.slice(0, kept), []);
            }
            for (const list of batch) apply(state, [list]);
            if (twice) expect(apply(state, batch.slice(-1)).writes).toEqual([]);
          }
          expect(told(state.entries)).toEqual(told(plain.entries));
        },
      ),
      { numRuns: 80 },
    );
  });

  test('is left as it is by outages and by lists that are older', () => {
    fc.assert(
      fc.property(days, fc.nat(24), (turns, spoiled) => {
        const { lists, made } = listsOf(turns);
        const state = empty();
        for (const [day, list] of lists.entries()) {
          apply(state, [list]);
          if (day !== Math.min(spoiled, lists.length - 1)) continue;
          const cut = { ...list, rows: list.rows.slice(-steady.length / 3) };
          for (const wrong of [cut, { ...list, rows: [] }, ...lists.slice(0, day)]) expect(apply(state, [wrong]).writes).toEqual([]);
        }
        expect(told(state.entries)).toEqual(written(made));
      }),
      { numRuns: 30 },
    );
  });
});
