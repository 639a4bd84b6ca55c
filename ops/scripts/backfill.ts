/** `npm run backfill -- …`: loads past filings into a running service. */
import pino from 'pino';
import { backfill, type BackfillGround } from '#pipeline/ingest/sec/backfill/start.ts';
import type { BackfillSummary } from '#pipeline/ingest/sec/backfill/run.ts';
import { StoppedError } from '../process/retry.ts';
import { commandLine, readRequest } from './backfill/request.ts';
import { usageOf } from './command-line.ts';
import { showSteps, type StepProgress } from './progress.ts';
import { CommandError, runCommand, serviceConfig, withBus, withStore } from './service-config.ts';

const storeLimits = { requestTimeoutMs: 30_000, maxConnections: 2 };
/** Time to finish the filing that is being fetched. */
const stopWithinMs = 10_000;

function outcomeText({ counts, withoutIndex, daysTotal }: BackfillSummary): string {
  const without = withoutIndex.length === 0 ? '' : `\nEDGAR has no index of ${withoutIndex.join(', ')}`;
  return (
    `${counts.days} of ${daysTotal} days: ${counts.listed} filings listed, ${counts.published} published, ${counts.refused} refused, ` +
    `${counts.held} already stored or left to a live stage${without}\n`
  );
}

async function replay({ plan, isJson }: NonNullable<ReturnType<typeof readRequest>>, ground: BackfillGround, screen: StepProgress): Promise<void> {
  const summary = await backfill(plan, ground, {
    onProgress: ({ day, daysTotal, counts }) => screen.show(counts.days, daysTotal, `days (${day}, ${counts.published} published)`),
    onWait: screen.say,
  });
  screen.end();
  process.stdout.write(isJson ? `${JSON.stringify(summary)}\n` : outcomeText(summary));
  if (summary.daysTotal > 0 && summary.withoutIndex.length === summary.daysTotal)
    throw new CommandError(`EDGAR at ${ground.config.EDGAR_URL} has no index for any of these days: check EDGAR_URL`);
  if (summary.unpublished !== null)
    throw new CommandError(`EDGAR has not published the index of ${summary.unpublished} yet; run the same command later to continue there`);
}

async function main(stopping: AbortSignal): Promise<void> {
  const request = readRequest(process.argv.slice(2), new Date());
  if (request === null) return void process.stdout.write(usageOf(commandLine));
  const config = serviceConfig(request.dataDir);
  const screen = showSteps(request.isQuiet);
  await withBus(config, 'tickerwire-backfill', (bus) =>
    withStore(config, storeLimits, async (store) => {
      const ground: BackfillGround = { bus, store, config, log: pino({ level: 'silent' }), now: () => new Date(), signal: stopping };
      try {
        await replay(request, ground, screen);
      } catch (error) {
        if (!(error instanceof StoppedError)) throw error;
        screen.end();
        throw new CommandError('stopped; run the same command to continue');
      }
    }),
  );
}

await runCommand(main, stopWithinMs);
