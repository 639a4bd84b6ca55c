/** The part that writes. One process is active, by lease; the order of the table keeps a second one from doing harm. */
import { readGenerations } from '#ops/feed-log/generations.ts';
import { isLeaseHeld } from '#ops/process/lease.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { lead, openFor, tablesVerified, type PipelinePart, type PartContext } from '../part.ts';
import { runWriter, type WriterDeps } from './writer.ts';

function start(context: PartContext): () => Promise<void> {
  const { bus, store, config, metrics, board, tracing, log } = context;
  const progress = board.add();
  return async () => {
    await tablesVerified(context, progress);
    const [feedLog, leases] = [await openFor(context, buckets.feedLog), await openFor(context, buckets.leases)];
    const writer: WriterDeps = {
      bus,
      store,
      config,
      history: async () => (await readGenerations(feedLog)).history,
      isRebuilding: () => isLeaseHeld(leases, 'rebuild'),
      metrics: metrics.writer,
      progress,
      tracing,
      log,
    };
    await lead(context, 'write', (leading) => runWriter(writer, leading).finally(progress.idle));
  };
}

export const writePart: PipelinePart = {
  lanes: [{ name: 'write', reads: `${streams.feed} from the table's last sequence on`, steps: ['batch', 'insert in order'], writes: 'ClickHouse' }],
  start,
};
