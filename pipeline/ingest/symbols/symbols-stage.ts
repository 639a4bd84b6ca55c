/** Reads the symbol lists of all sources into the symbol directory. An implausible list is refused and changes nothing. */
import type { Registry } from 'prom-client';
import { z } from 'zod';
import { backoff, withJitter } from '#ops/process/pause.ts';
import { endedByStop } from '#ops/process/retry.ts';
import { easternDate } from '#schemas/edgar-calendar.ts';
import { DateOnly } from '#schemas/primitives.ts';
import { buckets } from '#schemas/subjects.ts';
import { bucketLane } from '../../lane.ts';
import { metricFactory } from '../../metric-factory.ts';
import { repeat, type RetryWait } from '../schedule.ts';
import type { SourceHealth } from '../source-health.ts';
import type { Stage, StageDeps, PoliteFetch } from '../stage.ts';
import type { Refusal } from './history/apply-symbol-lists.ts';
import { coinsSource, cryptocurrencies, rowOf, type SymbolList } from './lists/symbol-list.ts';
import { symbolSources, type SymbolSource } from './sources.ts';
import { createApplyDirectory, createLossCheck, type ApplyDirectory } from './directory-bucket.ts';

interface SymbolsStageOptions {
  readonly sources: readonly SymbolSource[];
  readonly applyDirectory: ApplyDirectory;
  readonly registry: Registry;
  readonly pollMs: number;
  /** Returns whether the directory has lost writes since the last call. */
  readonly isDirectoryLost: () => Promise<boolean>;
  readonly checkMs?: number;
  /** Called with the outcome of each list: null once it is accepted, else the error. */
  readonly recordOutcome: SourceHealth['recordOutcome'];
  /** Bounds of the wait before a list that was unavailable or refused is requested again. */
  readonly retryMs?: RetryWait;
}

const listBytesMax = 50_000_000;
const timeoutMs = 60_000;
/** Key of the day of the newest list that was begun: after a kill, no older list may be applied over one that is half applied. */
const begunOf = (source: string): string => `symbols.begun.${source}`;
const positionOf = (source: string): string => `symbols.${source}`;

const Position = z.object({
  v: z.literal(1),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  /** Address that answered; absent in positions of older releases, which means the first one. */
  url: z.string().nullish(),
  date: DateOnly.nullish(),
});
type Position = z.infer<typeof Position>;
/** Placeholder for the unknown day of an applied list; every other day is later. */
const undated = '1970-01-01';

function createMetrics(registry: Registry) {
  const { counter, gauge } = metricFactory(registry);
  return {
    lists: counter('tickerwire_symbols_lists_total', 'Requests for symbol lists', 'source', 'outcome'),
    size: gauge('tickerwire_symbols_listed', 'Symbols in the last applied list', 'source'),
    changes: counter('tickerwire_symbols_changes_total', 'Changes to the symbol directory', 'change'),
  };
}

type SourceAnswer =
  | { readonly outcome: 'list'; readonly list: SymbolList; readonly position: Position; readonly unreadable: number }
  | { readonly outcome: 'not_modified' }
  | { readonly outcome: 'unavailable' | 'unreadable'; readonly detail: string };

interface SourceTurn {
  readonly source: SymbolSource;
  /** The first request sends no validators, because the directory may have been lost while the position was not. */
  isFirst: boolean;
  failures: number;
  dueAtMs: number;
}

export function symbolsStage(options: SymbolsStageOptions): Stage {
  const { sources, applyDirectory, pollMs, checkMs = 30_000, isDirectoryLost, recordOutcome, retryMs = { first: 10_000, last: 3_600_000 } } = options;
  const metrics = createMetrics(options.registry);

  async function ask({ source, isFirst }: SourceTurn, kept: Position | null, deps: StageDeps): Promise<SourceAnswer> {
    let last: SourceAnswer = { outcome: 'unavailable', detail: 'no address' };
    for (const url of source.urls) {
      const condition = isFirst || kept === null || (kept.url ?? source.urls[0]) !== url ? null : kept;
      const validators = { etag: condition?.etag ?? null, lastModified: condition?.last_modified ?? null };
      const answer = await deps.fetch({ url, ...validators, bodyBytesMax: listBytesMax, timeoutMs });
      if (answer.outcome === 'not_modified') return { outcome: 'not_modified' };
      if (answer.outcome !== 'ok') {
        last = { outcome: 'unavailable', detail: answer.detail };
        continue;
      }
      const parsed = await deps.parse(source.reader, { body: answer.body });
      const list = parsed.isRead ? parsed.value : ({ ok: false, detail: `${parsed.reason}: ${parsed.detail}` } as const);
      if (list.ok) {
        const date = easternDate(list.madeAt ?? answer.fetchedAt);
        const position: Position = { v: 1, etag: answer.etag, last_modified: answer.lastModified, url, date };
        return { outcome: 'list', list: { source: source.name, date, rows: list.rows }, position, unreadable: list.unreadable };
      }
      last = { outcome: 'unreadable', detail: list.detail };
    }
    return last;
  }

  async function takeTurns(turns: readonly SourceTurn[], deps: StageDeps): Promise<void> {
    const { log, positions } = deps;
    const today = easternDate(deps.now().toISOString());
    const kept = new Map<string, Position>();
    for (const { name } of sources) {
      const position = Position.safeParse(await positions.get(positionOf(name))).data;
      if (position !== undefined) kept.set(name, position);
    }
    const done = (turn: SourceTurn, outcome: string): void => {
      metrics.lists.inc({ source: turn.source.name, outcome });
      recordOutcome(turn.source.healthName, null, deps.now().toISOString());
      Object.assign(turn, { isFirst: false, failures: 0, dueAtMs: performance.now() + withJitter(pollMs) });
    };
    const refuse = (turn: SourceTurn, outcome: Refusal['outcome'] | 'unavailable' | 'unreadable', detail: string): void => {
      metrics.lists.inc({ source: turn.source.name, outcome });
      log.warn({ source: turn.source.name, outcome, detail }, 'symbols.refused');
      if (outcome !== 'unavailable') recordOutcome(turn.source.healthName, detail, deps.now().toISOString());
      turn.failures += 1;
      turn.dueAtMs = performance.now() + Math.min(pollMs, backoff(turn.failures - 1, retryMs.first, retryMs.last));
    };
    const answers: { readonly turn: SourceTurn; readonly answer: Extract<SourceAnswer, { outcome: 'list' }> }[] = [];
    for (const turn of turns) {
      const position = kept.get(turn.source.name) ?? null;
      const answer = await ask(turn, position, deps);
      if (answer.outcome === 'list') answers.push({ turn, answer });
      else if (answer.outcome !== 'not_modified') refuse(turn, answer.outcome, answer.detail);
      else {
        // A list without a date counts as that of today as long as it is the newest.
        if (position !== null && !turn.source.isDated)
          await positions.set(positionOf(turn.source.name), { ...position, date: today } satisfies Position);
        done(turn, 'not_modified');
      }
    }
    if (answers.length === 0) return;
    const coinList: SymbolList = { source: coinsSource, date: today, rows: cryptocurrencies.map(rowOf) };
    const dates = new Map([...kept].map(([name, { date }]) => [name, date ?? undated]));
    const begun = new Map<string, string>();
    for (const { source, date } of answers.map(({ answer }) => answer.list)) {
      const before = DateOnly.safeParse(await positions.get(begunOf(source))).data;
      if (before !== undefined) begun.set(source, before);
      if (before === undefined || before < date) await positions.set(begunOf(source), date);
    }
    const step = await applyDirectory([...answers.map(({ answer }) => answer.list), coinList], { dates, begun }, deps.now().toISOString());
    const { listed, delisted, renames, reused } = step;
    for (const [change, list] of Object.entries({ listed, delisted, renamed: renames, reused })) metrics.changes.inc({ change }, list.length);
    for (const { turn, answer } of answers) {
      const { name } = turn.source;
      const refusal = step.refused.find(({ source }) => source === name);
      if (refusal !== undefined) {
        refuse(turn, refusal.outcome, refusal.detail);
        continue;
      }
      await positions.set(positionOf(name), answer.position);
      metrics.size.set({ source: name }, answer.list.rows.length);
      log.info({ source: name, date: answer.list.date, listed: answer.list.rows.length, unreadable: answer.unreadable }, 'symbols.applied');
      done(turn, 'applied');
    }
    const counts = { written: step.writes.length, listed: listed.length, delisted: delisted.length };
    log.info({ ...counts, renames: renames.slice(0, loggedMax), reused: reused.slice(0, loggedMax) }, 'symbols.changed');
  }

  return {
    name: 'symbols',
    run: async (deps) => {
      const turns = sources.map((source): SourceTurn => ({ source, isFirst: true, failures: 0, dueAtMs: 0 }));
      let isLost = false;
      const work = async (): Promise<number> => {
        const nowMs = performance.now();
        if (isLost || (await isDirectoryLost())) {
          deps.log.warn('symbols.lost');
          for (const turn of turns) Object.assign(turn, { isFirst: true, dueAtMs: nowMs });
        }
        isLost = false;
        const due = turns.filter(({ dueAtMs }) => dueAtMs <= nowMs);
        if (due.length > 0) {
          await takeTurns(due, deps);
          // The next check compares with the sequence after these writes.
          isLost = await isDirectoryLost();
        }
        const nextMs = Math.min(...turns.map(({ dueAtMs }) => dueAtMs)) - performance.now();
        return Math.min(withJitter(checkMs), Math.max(0, nextMs));
      };
      await endedByStop(repeat(work, { cadenceMs: () => pollMs, signal: deps.signal }));
    },
  };
}

const loggedMax = 20;

export const symbolsLane = bucketLane(buckets.symbols, {
  name: 'symbols',
  reads: "the SEC's, the exchanges' and vendors' lists",
  steps: ['fetch', 'read lists', 'find renames', 'write changes'],
  asks: 'EDGAR',
  make: ({ config, registry, retryOptions, edgarFetch, publisherFetch, health }, bucket) => {
    const sources = symbolSources(config);
    const nameOf = new Map(sources.flatMap(({ urls, healthName }) => urls.map((url) => [url, healthName] as const)));
    // The list of the SEC counts against the allowance of EDGAR.
    const fetch: PoliteFetch = (request) => (request.url.startsWith(`${config.EDGAR_URL}/files/`) ? edgarFetch : publisherFetch)(request);
    const stage = symbolsStage({
      sources,
      recordOutcome: health.recordOutcome,
      applyDirectory: createApplyDirectory(bucket, retryOptions),
      isDirectoryLost: createLossCheck(bucket, retryOptions),
      registry,
      pollMs: config.SYMBOLS_POLL_MS,
    });
    return { stage, fetch: health.watching(fetch, ({ url }) => nameOf.get(url) ?? null, { isJudged: true }), sources: [...nameOf.values()] };
  },
});
