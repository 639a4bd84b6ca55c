/** `npm run replay -- --from DATE`: shows what the current enricher would change in the feed of a running service. Changes nothing. */
import pino from 'pino';
import { Registry } from 'prom-client';
import { refineSettings } from '#pipeline/refine/context.ts';
import { openEnricher } from '#pipeline/refine/enrich/enricher.ts';
import { followDirectory } from '#pipeline/refine/state/follow-directory.ts';
import { isSymbolListHeld } from '#pipeline/symbols-held.ts';
import { scoreVersion } from '#pipeline/refine/article/row-record.ts';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { Config } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import type { Bus } from '../nats/nats.ts';
import { openBucket } from '../nats/streams.ts';
import { usageOf } from './command-line.ts';
import { showSteps } from './progress.ts';
import { replayLog } from './replay/replay-log.ts';
import { reportJson, reportText } from './replay/report.ts';
import { commandLine, readRequest, type ReplayRequest } from './replay/request.ts';
import { createTally } from './replay/tally.ts';
import { CommandError, runCommand, serviceConfig, withBus } from './service-config.ts';

const log = pino({ level: 'silent' });
const directoryTimeoutMs = 30_000;

async function loadDirectory(bus: Bus): Promise<Directory> {
  const [symbols, positions] = await Promise.all([openBucket(bus, buckets.symbols), openBucket(bus, buckets.positions)]);
  if (!(await isSymbolListHeld(positions)))
    throw new CommandError('the service has no symbol list yet, so tickers cannot be verified: try again in a minute');
  const followed = await followDirectory(symbols, { connection: bus.connection, log }, () => isSymbolListHeld(positions));
  try {
    return await followed.current(AbortSignal.timeout(directoryTimeoutMs));
  } catch {
    throw new CommandError('the symbol list of the service could not be read');
  } finally {
    followed.stop();
  }
}

/** Returns the report as it is printed. */
export async function replay(request: ReplayRequest, config: Config, bus: Bus, signal: AbortSignal): Promise<string> {
  const { from, to, askMax, examplesMax, isJson, isQuiet } = request;
  const directory = await loadDirectory(bus);
  const enricher = await openEnricher(config, { bus, registry: new Registry(), log, now: () => new Date() });
  const settings = refineSettings(config);
  const tally = createTally(examplesMax);
  const progress = showSteps(isQuiet);
  try {
    const facts = await replayLog({ from, to }, { bus, directory, settings, enricher, askMax, tally, onProgress: progress.show, signal });
    const scorer = enricher === null ? scoreVersion() : `${enricher.model.model}+${scoreVersion()}`;
    const report = { range: { from, to }, enricher: scorer, facts, outcome: tally.outcome() };
    progress.end();
    return isJson ? `${reportJson(report)}\n` : reportText(report);
  } finally {
    await enricher?.close();
  }
}

async function main(stopping: AbortSignal): Promise<void> {
  const request = readRequest(process.argv.slice(2), new Date());
  if (request === null) return void process.stdout.write(usageOf(commandLine));
  const config = serviceConfig(request.dataDir);
  const text = await withBus(config, 'tickerwire-replay', (bus) => replay(request, config, bus, stopping));
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
}

if (import.meta.main) await runCommand(main);
