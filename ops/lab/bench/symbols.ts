/**
 * Measures the symbol directory at 12,000 symbols: its whole list against bare node:http with the same headers and bytes, and searches of two and three
 * letters.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSearch } from '#api/symbols/search.ts';
import { spawnApiOn, startGround } from '#test/support/api.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { alternate, authorized, connections, fetchAnswer, roundSeconds } from './http.ts';
import { quantile, type Measurement, type Measurements } from './measure.ts';

const symbolsCount = 12_000;
const searches = 2_000;
/** The promised 99th percentile of a search, in ms. */
const searchMs = 10;

const letters = (number: number): string => number.toString(26).replace(/./g, (digit) => String.fromCharCode(65 + parseInt(digit, 26)));
const words = ['Alder', 'Bright', 'Cobalt', 'Delta', 'Ember', 'First', 'Grand', 'Harbor', 'Inter', 'Juniper', 'Keystone', 'Liberty'] as const;
const kinds = ['Pharma', 'Energy', 'Bancorp', 'Software', 'Holdings', 'Therapeutics', 'Mining', 'Foods'] as const;

const entries = Array.from({ length: symbolsCount }, (_, number) => {
  const name = `${words[number % words.length]!} ${letters(number)} ${kinds[number % kinds.length]!} Inc.`;
  const more = { exchange: 'Nasdaq', sector: 'Technology', industry: 'Software', country: 'United States', currency: 'USD', rank: number };
  return symbolEntry(letters(26 + number), { name, cik: String(number + 1).padStart(10, '0'), ...more });
});

function searchTimes(): Measurement {
  const search = createSearch(entries, { find: () => null });
  const [times, bare]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < searches; turn += 1) {
    const text = entries[(turn * 37) % symbolsCount]!.symbol.slice(0, 2 + (turn % 2));
    const startedAtMs = performance.now();
    search(text);
    times.push(performance.now() - startedAtMs);
    const bareAtMs = performance.now();
    entries.filter(({ symbol, name }) => symbol.startsWith(text) || name.includes(text));
    bare.push(performance.now() - bareAtMs);
  }
  const [value, ceiling] = [quantile(times, 0.99), quantile(bare, 0.99)];
  const note = `p99 of ${searches} prefixes over ${symbolsCount} symbols; p50 ${quantile(times, 0.5).toFixed(2)} ms; promise of ${searchMs} ms ${value <= searchMs ? 'kept' : 'NOT kept'}; ceiling: a plain filter`;
  return { value, ceiling, ratio: value / ceiling, unit: 'ms', note };
}

export async function benchSymbols(): Promise<Measurements> {
  const ground = await startGround();
  const folder = await mkdtemp(join(tmpdir(), 'tickerwire-bench-'));
  try {
    await ground.putSymbols(entries);
    const account = await ground.account('pro', { perMinute: 1e9, perDay: 1e12 });
    const api = await spawnApiOn(ground);
    try {
      const url = `${api.url}/api/symbols/`;
      const answer = await fetchAnswer(url, account);
      const load = () => ({ url, connections, seconds: roundSeconds, headers: authorized(account) });
      return { symbols_list: await alternate({ folder }, answer, load, `${symbolsCount} symbols`), symbols_search: searchTimes() };
    } finally {
      await api.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await ground.stop();
  }
}
