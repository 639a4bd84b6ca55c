/** The symbol list of the SEC, asked for on a cadence, to the symbol directory. A list that is not plausible is refused and counted, and the directory stays. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import { StoppedError } from '#ops/runtime/retry.ts';
import { backoff, repeat } from '../schedule.ts';
import type { Stage, StageDeps } from '../stage.ts';
import { symbolsPosition } from '../../symbols-held.ts';
import { cryptocurrencies } from './cryptocurrencies.ts';
import type { ApplyDirectory } from './store.ts';

export interface SymbolsStageOptions {
  /** EDGAR's address, without a slash at its end. */
  readonly baseUrl: string;
  readonly applyDirectory: ApplyDirectory;
  readonly registry: Registry;
  readonly pollMs: number;
  /** Wait after a list that was not to be had or not to be believed: doubles from first to last. */
  readonly retryMs?: { readonly first: number; readonly last: number };
}

const listBytesMax = 50_000_000;
const timeoutMs = 60_000;

const Position = z.object({ v: z.literal(1), etag: z.string().nullable(), last_modified: z.string().nullable() });

function createMetrics(registry: Registry) {
  const registers = [registry];
  const lists = new Counter({ name: 'tickerwire_symbols_lists_total', help: 'Symbol lists asked for', labelNames: ['outcome'], registers });
  const size = new Gauge({ name: 'tickerwire_symbols_listed', help: 'Symbols on the last list that was applied', registers });
  return { lists, size };
}

export function symbolsStage(options: SymbolsStageOptions): Stage {
  const { baseUrl, applyDirectory, pollMs, retryMs = { first: 10_000, last: 3_600_000 } } = options;
  const metrics = createMetrics(options.registry);
  const url = `${baseUrl}/files/company_tickers_exchange.json`;

  /** True when the directory is as the list has it. */
  async function refresh(deps: StageDeps, isFirst: boolean): Promise<boolean> {
    const { log, positions } = deps;
    // The first time unconditional: the directory may have been lost while the position was not.
    const position = isFirst ? null : (Position.safeParse(await positions.get(symbolsPosition)).data ?? null);
    const answer = await deps.fetch({
      url,
      etag: position?.etag ?? null,
      lastModified: position?.last_modified ?? null,
      bodyBytesMax: listBytesMax,
      timeoutMs,
    });
    const refuse = (outcome: string, detail: string): boolean => {
      metrics.lists.inc({ outcome });
      log.warn({ outcome, detail }, 'symbols.refused');
      return false;
    };
    if (answer.outcome === 'not_modified') {
      metrics.lists.inc({ outcome: 'not_modified' });
      return true;
    }
    if (answer.outcome !== 'ok') return refuse('unavailable', answer.detail);
    const parsed = await deps.parse('symbols', { body: answer.body });
    if (!parsed.isRead) return refuse('unreadable', `${parsed.reason}: ${parsed.detail}`);
    const list = parsed.value;
    if (!list.ok) return refuse('unreadable', list.detail);
    const applied = await applyDirectory([...list.entries, ...cryptocurrencies], answer.fetchedAt);
    if (!applied.ok) return refuse('implausible', applied.detail);
    await positions.set(symbolsPosition, { v: 1, etag: answer.etag, last_modified: answer.lastModified } satisfies z.infer<typeof Position>);
    metrics.lists.inc({ outcome: 'applied' });
    metrics.size.set(list.entries.length);
    log.info({ listed: list.entries.length, unreadable: list.unreadable, ...applied }, 'symbols.applied');
    return true;
  }

  return {
    name: 'symbols',
    run: async (deps) => {
      let failures = 0;
      let isFirst = true;
      const work = async (): Promise<number | null> => {
        const isDone = await refresh(deps, isFirst);
        failures = isDone ? 0 : failures + 1;
        isFirst &&= !isDone;
        return isDone ? null : Math.min(pollMs, backoff(failures - 1, retryMs.first, retryMs.last));
      };
      try {
        await repeat(work, () => pollMs, deps.signal);
      } catch (error) {
        if (!(error instanceof StoppedError)) throw error;
      }
    },
  };
}
