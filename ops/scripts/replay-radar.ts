/** `npm run replay-radar -- --at TIME`: recomputes the Radar snapshots of a past minute and compares them with those that were served. */
import pino from 'pino';
import { sequenceAt } from '#clickhouse/as-of.ts';
import { digestsAt, type SnapshotDigest } from '#clickhouse/radar.ts';
import type { Store } from '#clickhouse/store.ts';
import { computeSnapshot } from '#pipeline/radar/compute.ts';
import { gatherContext } from '#pipeline/radar/company-events.ts';
import { followCompanies, type Companies } from '#pipeline/radar/companies.ts';
import { radarEveryMs, radarWindows, type RadarHead, type RadarWindow } from '#schemas/radar.ts';
import { buckets } from '#schemas/subjects.ts';
import { openBucket } from '../nats/streams.ts';
import { dataDirOption, jsonOption, runWords, usageError, type CommandLine, type OptionTable, type ReadWords } from './command-line.ts';
import { CommandError, serviceConfig, withBus, withStore } from './service-config.ts';

const commandLine = {
  name: 'replay-radar',
  words: [],
  options: {
    at: { value: 'TIME', isRequired: true, help: 'a past minute, ISO 8601 UTC, such as 2026-11-19T22:00:00Z' },
    window: { value: '4h|24h', help: 'only this window (default: both)' },
    'data-dir': dataDirOption,
    json: jsonOption,
  },
  about: `
Computes the snapshots of that minute from the tables as they are now, and compares hashes of their inputs and rows with those of the
snapshots that were served. Where they differ, it names the inputs that differ; the symbol directory may have changed since. The exit
code is 1 when rows differ. Hashes are kept for RADAR_DIGESTS_MAX_AGE_DAYS.`,
} as const satisfies CommandLine<OptionTable>;

const storeLimits = { requestTimeoutMs: 60_000, maxConnections: 2 };

type Verdict =
  | {
      readonly window: RadarWindow;
      readonly outcome: 'equal' | 'differs';
      readonly snapshot_id: string;
      readonly differs: readonly string[];
      /** Names of hashes that only one of the two has, because another release made the served snapshot. */
      readonly not_compared: readonly string[];
      readonly rows: number;
    }
  | { readonly window: RadarWindow; readonly outcome: 'not_served'; readonly snapshot_id: string; readonly rows: number }
  | { readonly window: RadarWindow; readonly outcome: 'none'; readonly reason: string; readonly served: readonly string[] };

/** Recomputes each served snapshot of the minute, or the snapshot at the log's last sequence at that time when none was served. */
async function replayRadar(store: Store, companies: Companies, atMs: number, windows: readonly RadarWindow[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const window of windows) {
    const served = await digestsAt(store, window, atMs);
    const ends = served.length === 0 ? [await sequenceAt(store, atMs)] : served.map(({ toSeq }) => toSeq);
    for (const [at, toSeq] of ends.entries()) verdicts.push(await replayOne(store, companies, { window, atMs, toSeq }, served[at] ?? null));
  }
  return verdicts;
}

async function replayOne(
  store: Store,
  companies: Companies,
  { window, atMs, toSeq }: { readonly window: RadarWindow; readonly atMs: number; readonly toSeq: number },
  served: SnapshotDigest | null,
): Promise<Verdict> {
  const cutoff = { cutoffMs: atMs, toSeq };
  const context = await gatherContext(store, cutoff, companies);
  const now = (): Date => new Date();
  const computed = await computeSnapshot(store, { window, cutoff, companies, context, checkedAt: now().toISOString(), now });
  if (!computed.ok) return { window, outcome: 'none', reason: computed.reason, served: served === null ? [] : [served.snapshotId] };
  const { head, rows } = computed.snapshot;
  if (served === null) return { window, outcome: 'not_served', snapshot_id: head.snapshot_id, rows: rows.length };
  const { differs, not_compared } = compareHashes(head, served);
  const outcome = differs.length === 0 ? 'equal' : 'differs';
  return { window, outcome, snapshot_id: served.snapshotId, differs, not_compared, rows: rows.length };
}

function compareHashes({ input_hashes }: RadarHead, { hashes }: SnapshotDigest): { readonly differs: string[]; readonly not_compared: string[] } {
  const names = [...new Set([...Object.keys(input_hashes), ...Object.keys(hashes)])];
  const isInBoth = (name: string): boolean => Object.hasOwn(input_hashes, name) && Object.hasOwn(hashes, name);
  return {
    // Every release hashes the rows, so a missing hash of them is a difference.
    differs: names.filter((name) => (isInBoth(name) || name === 'rows') && input_hashes[name] !== hashes[name]),
    not_compared: names.filter((name) => !isInBoth(name)),
  };
}

function textOf(verdict: Verdict): string {
  const { window } = verdict;
  const notCompared =
    'not_compared' in verdict && verdict.not_compared.length > 0
      ? `; not compared because another release made it: ${verdict.not_compared.join(', ')}`
      : '';
  if (verdict.outcome === 'none')
    return `${window}: no snapshot can be computed (${verdict.reason})${verdict.served.length === 0 ? ', and none was served' : `, but ${verdict.served.join()} was served`}`;
  if (verdict.outcome === 'not_served') return `${window}: no snapshot was served; it would have had ${verdict.rows} rows`;
  if (verdict.outcome === 'equal')
    return `${window}: equal to the snapshot that was served, ${verdict.snapshot_id}, ${verdict.rows} rows${notCompared}`;
  return `${window}: differs from the snapshot that was served, ${verdict.snapshot_id}, in ${verdict.differs.join(', ')}${notCompared}`;
}

function minuteOf(text: string): number {
  const atMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isFinite(atMs)) throw usageError(commandLine, `--at ${text}: must be a time such as 2026-11-19T22:00:00Z`);
  if (atMs > Date.now()) throw usageError(commandLine, `--at ${text}: is in the future`);
  return Math.floor(atMs / radarEveryMs) * radarEveryMs;
}

function windowsOf(text: string | undefined): readonly RadarWindow[] {
  const window = radarWindows.find((one) => one === text);
  if (text !== undefined && window === undefined) throw usageError(commandLine, `--window ${text}: ${radarWindows.join(' or ')}`);
  return window === undefined ? radarWindows : [window];
}

async function main({ values }: ReadWords<typeof commandLine.options>): Promise<void> {
  const [atMs, windows] = [minuteOf(values.at), windowsOf(values.window)];
  const config = serviceConfig(values['data-dir']);
  const verdicts = await withBus(config, 'tickerwire-replay-radar', async (bus) => {
    const following = new AbortController();
    const follow = { connection: bus.connection, log: pino({ level: 'silent' }), signal: following.signal };
    try {
      const companies = await followCompanies(await openBucket(bus, buckets.symbols), follow);
      return await withStore(config, storeLimits, (store) => replayRadar(store, companies, atMs, windows));
    } finally {
      following.abort();
    }
  });
  const at = new Date(atMs).toISOString();
  process.stdout.write(values.json ? `${JSON.stringify({ at, snapshots: verdicts })}\n` : `${at}\n${verdicts.map(textOf).join('\n')}\n`);
  if (verdicts.some(({ outcome }) => outcome === 'differs')) throw new CommandError('the recomputed rows differ from those that were served');
}

await runWords(commandLine, main);
