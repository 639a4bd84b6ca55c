/** A service used for an hour, at fifty times the specified volume: memory, files and lag do not grow beyond what they have to. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lag } from '#clickhouse/feed-counts.ts';
import type { Store } from '#clickhouse/store.ts';
import { storeOf } from '#test/chaos/books.ts';
import { demoOptions, runChaos } from '#test/chaos/chaos.ts';
import { expectNothingLost } from '#test/chaos/expect.ts';
import { startDemo } from '#test/support/demo.ts';
import { certificateFile, startReceiver } from '#test/support/webhook-receiver.ts';
import { growthOf, type Sample } from './growth.ts';
import { startLoad } from './load.ts';
import { heldByProcesses } from './processes.ts';

const minutes = Number(process.env.ENDURANCE_MINUTES ?? 60);
/** Documents a second: 2,700 rows a day (specification.md 8) x 50 are 1.6 rows/s; over half of the documents become rows. */
const rate = Number(process.env.ENDURANCE_RATE ?? 3);
const seed = 5;
const file = process.env.ENDURANCE_FILE ?? join(tmpdir(), 'tickerwire-endurance.json');
const [minuteMs, sampleEveryMs, tellEveryMs] = [60_000, 10_000, 60_000];
const warmUpMs = Math.max(minutes * minuteMs * 0.25, Math.min(5, minutes / 2) * minuteMs);

/**
 * Growth an hour that is not a leak. Heaps and caches settle for longer than the warm-up, and the kernel gives and takes pages: 40 MB. Refine
 * keeps the articles of 72 hours, 2.3 kB each (ops/docs/scale.md); other memory of a row is an index entry.
 */
const settledBytes = 40e6;
const bytesARow = (part: string): number => (part === 'pipeline' ? 3_000 : 500);
const filesAnHour = 5;
/** Growth an hour, in seconds, of the 95th percentile of time from seen to visible, in the slowest source. */
const lagSecondsAnHour = 5;

interface Measured {
  readonly part: string;
  readonly memory: Sample[];
  readonly files: Sample[];
}

async function slowestLag(store: Store, sinceMs: number): Promise<number | null> {
  const sources = await lag(store, sinceMs).catch(() => []);
  return sources.length === 0 ? null : Math.max(...sources.map(({ seen_to_visible }) => seen_to_visible.p95_seconds ?? 0));
}

const lastOf = (samples: readonly Sample[]): number => samples.at(-1)?.value ?? 0;
const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);

test(
  `${minutes} minutes of polling, Radar, webhooks and tools at ${rate} documents a second: memory and open files stay flat, no row is lost or doubled`,
  async () => {
    const receiver = await startReceiver();
    // Small bounds, so that memory bounded in bytes is full before the warm-up ends.
    const bounds = { API_TAIL_BYTES: '4000000', API_CACHE_BYTES: '8000000' };
    Object.assign(process.env, { NODE_EXTRA_CA_CERTS: certificateFile, OUTBOUND_ALLOWED_ORIGINS: receiver.origin, ...bounds });
    const parts = new Map<string, Measured>();
    const lags: Sample[] = [];
    let answers: ReadonlyMap<string, number> = new Map();
    const result = await runChaos({
      rounds: 1,
      rate,
      seed,
      pauseMsMax: 10_000,
      drainMs: 900_000,
      // Radar ranks nothing without a history.
      start: () => startDemo([...demoOptions({ rate, seed }), '--history-days', '40']),
      onProgress: (line) => process.stdout.write(`${line}\n`),
      faults: [
        {
          name: `${minutes} minutes of load`,
          strike: async (demo) => {
            const load = await startLoad(demo, receiver.origin);
            ({ answers } = load);
            const store = storeOf(demo);
            const startMs = performance.now();
            let toldMs = startMs;
            while (performance.now() - startMs < minutes * minuteMs) {
              const atMs = performance.now() - startMs;
              for (const [part, { memoryBytes, openFiles }] of heldByProcesses(demo)) {
                const measured = parts.get(part) ?? { part, memory: [], files: [] };
                measured.memory.push({ atMs, value: memoryBytes });
                measured.files.push({ atMs, value: openFiles });
                parts.set(part, measured);
              }
              if (performance.now() - toldMs >= tellEveryMs) {
                toldMs = performance.now();
                const slowest = await slowestLag(store, Date.now() - tellEveryMs);
                if (slowest !== null) lags.push({ atMs, value: slowest });
                const held = [...parts.values()].map(({ part, memory }) => `${part} ${mb(lastOf(memory))}`).join(', ');
                process.stdout.write(
                  `${Math.round(atMs / minuteMs)} of ${minutes} min · MB: ${held} · lag p95 ${slowest?.toFixed(1) ?? '-'} s · webhooks ${receiver.received.length}\n`,
                );
              }
              await sleep(sampleEveryMs);
            }
            await load.stop();
            await store.close();
            return null;
          },
        },
      ],
    });
    await receiver.stop();
    writeFileSync(file, JSON.stringify({ minutes, rate, answers: Object.fromEntries(answers), lags, parts: [...parts.values()] }));

    const rowsAnHour = (result.rows / minutes) * 60;
    const lines = [...parts.values()].map(({ part, memory, files }) => {
      const [memoryGrowth, fileGrowth] = [growthOf(memory, { warmUpMs }), growthOf(files, { warmUpMs })];
      const allowed = settledBytes + bytesARow(part) * rowsAnHour;
      const grows = memoryGrowth === null || fileGrowth === null || memoryGrowth.perHour > allowed || fileGrowth.perHour > filesAnHour;
      return { part, mb_at_end: mb(lastOf(memory)), mb_an_hour: mb(memoryGrowth?.perHour ?? NaN), allowed: mb(allowed), files: lastOf(files), files_an_hour: (fileGrowth?.perHour ?? NaN).toFixed(1), grows }; // prettier-ignore
    });
    for (const line of lines) process.stdout.write(`${JSON.stringify(line)}\n`);
    const lagGrowth = growthOf(lags, { warmUpMs });
    process.stdout.write(`lag p95 grows by ${lagGrowth?.perHour.toFixed(2) ?? '-'} s an hour\n`);
    process.stdout.write(`answers: ${JSON.stringify(Object.fromEntries(answers))} · webhooks ${receiver.received.length} · samples in ${file}\n`);
    expectNothingLost(result);
    expect(receiver.received.length).toBeGreaterThan(0);
    expect([...answers.keys()].filter((name) => !/ (?:200|503)$/.test(name))).toEqual([]);
    expect(answers.get('radar 200')).toBeGreaterThan(0);
    expect(lagGrowth?.perHour ?? 0).toBeLessThan(lagSecondsAnHour);
    expect(lines.filter(({ grows }) => grows)).toEqual([]);
  },
  (minutes + 30) * minuteMs,
);
