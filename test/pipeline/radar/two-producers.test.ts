import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { minutesAfter } from '#clickhouse/radar.ts';
import { spawnPipeline, type PipelineChild } from '#test/support/pipeline.ts';
import { radarRows, steady } from '#test/support/radar.ts';
import { wholeMinute } from '#test/support/radar-ground.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';

const minuteMs = 60_000;
const patienceMs = 200_000;
const producers: PipelineChild[] = [];
const ground = await sharedGround();
await ground.append(radarRows(wholeMinute(Date.now())));
await ground.putSymbols(steady.map((ticker) => symbolEntry(ticker)));
afterAll(() => Promise.all(producers.map((child) => child.stop())));

async function startProducer(): Promise<PipelineChild> {
  const child = spawnPipeline({ ...ground.env, PIPELINE_PARTS: 'radar', LOG_LEVEL: 'info' });
  producers.push(child);
  await child.ops();
  return child;
}
const madeBy = (child: PipelineChild): string[] => child.log().flatMap(({ msg, as_of }) => (msg === 'radar.made' ? [String(as_of)] : []));

test(
  'killed, the active producer is followed by the one that stands by: no minute twice, and those without a snapshot are told',
  { timeout: 600_000 },
  async () => {
    const both = await Promise.all([startProducer(), startProducer()]);
    const active = await until('a snapshot of each window', () => both.find((child) => madeBy(child).length >= 2), patienceMs);
    const standby = both.find((child) => child !== active)!;
    expect(madeBy(standby)).toEqual([]);
    process.kill(active.pid, 'SIGKILL');
    await active.ended;
    await until('the other one to go on', () => madeBy(standby).length >= 2, patienceMs);

    const minutes = await minutesAfter(ground.store, Date.now() - 60 * minuteMs);
    for (const window of ['4h', '24h'] as const) {
      const own = minutes.filter((minute) => minute.window === window);
      const made = own.filter(({ snapshotId }) => snapshotId !== null).map(({ asOfMs }) => asOfMs);
      expect(new Set(made).size).toBe(made.length);
      const all = [...new Set(own.map(({ asOfMs }) => asOfMs))];
      expect(all).toEqual(all.map((_, at) => all[0]! + at * minuteMs));
    }
    const told = standby
      .log()
      .flatMap(({ msg, reason, as_of, window }) => (msg === 'radar.missed' ? [`${String(window)} ${String(as_of)} ${String(reason)}`] : []));
    const gaps = minutes.flatMap(({ window, asOfMs, reason }) => (reason === null ? [] : [`${window} ${new Date(asOfMs).toISOString()} ${reason}`]));
    expect(told.sort()).toEqual(gaps.sort());
    const text = `SELECT max(rows) AS most FROM (SELECT count() AS rows FROM radar_rows FINAL GROUP BY snapshot_id, ticker)`;
    const [rows] = await ground.store.query({ name: 'doubled', text }, {}, z.object({ most: z.int() }));
    expect(rows!.most).toBe(1);
    const metrics = await (await fetch(`${await standby.ops()}/metrics`)).text();
    expect(metrics).toMatch(/tickerwire_radar_newest_cutoff_seconds\{[^}]*window="24h"[^}]*\} \d+/);
  },
);
