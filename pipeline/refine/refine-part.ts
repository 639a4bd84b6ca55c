/** Runs refine as a part. One process leads under a lease, and each kind of document has its own lane. */
import { buckets, consumers, deadSubject, streams } from '#schemas/subjects.ts';
import type { RawKind } from '#schemas/vocabulary.ts';
import { retryUntilStopped } from '#ops/process/retry.ts';
import type { Lane } from '../lane.ts';
import { lead, openFor, type PipelinePart, type PartContext } from '../part.ts';
import { hasSymbolList } from '../symbols-loaded.ts';
import { articleSteps } from './article/refine-article.ts';
import { querySteps } from './enrich/query-article.ts';
import { openEnricher, type Enricher } from './enrich/enricher.ts';
import { refineSettings } from './context.ts';
import { disclosureSteps } from './disclosure/refine.ts';
import { filingSteps } from './filing/refine.ts';
import { followDirectory } from './state/follow-directory.ts';
import { eventSteps, form4Steps } from './form4/refine.ts';
import { freeRaw } from '../raw/free.ts';
import { openCard } from './reader/card.ts';
import { readElsewhere } from './reader/reader.ts';
import { createReaderThreads } from './reader/threads.ts';
import { refusalSteps } from './refusal.ts';
import { createRefine } from './run.ts';
import type { NamedStep } from './step.ts';

export const stepsOfKind: Readonly<Record<RawKind, readonly NamedStep[]>> = {
  article: articleSteps,
  form4: [...form4Steps, ...eventSteps],
  filing: filingSteps,
  disclosure: disclosureSteps,
  refusal: refusalSteps,
  withdrawal: [{ name: 'withdraw' }],
};

const writesOf: Readonly<Record<RawKind, string>> = {
  article: 'feed.<category> | feed.revision | feed.drop',
  form4: 'feed.insider | feed.trade | feed.revision | feed.drop',
  filing: 'feed.<category> | feed.drop',
  disclosure: 'feed.<category> | feed.drop',
  refusal: 'feed.drop',
  withdrawal: 'feed.revision',
};
const reads = `${streams.raw} (consumer ${consumers.refine})`;

const lanes: readonly Lane[] = [
  {
    name: 'refine ask ahead',
    reads: `${reads}; ENRICHER_URL, where a model is configured`,
    steps: [...querySteps.map(({ name }) => name), 'ask', 'check', 'settle once'],
    writes: `KV ${buckets.modelAnswers}, ${buckets.modelSpend}`,
  },
  ...(Object.entries(stepsOfKind) as [RawKind, readonly NamedStep[]][]).map(([kind, steps]) => ({
    name: `refine ${kind}`,
    reads,
    steps: steps.map(({ name }) => name),
    writes: `${streams.feed} ${writesOf[kind]}; ${streams.dead} ${deadSubject('refine')}`,
  })),
];

function start(context: PartContext): () => Promise<void> {
  const { bus, store, config, registry, metrics, board, tracing, log, now, signal } = context;
  // Without the reader's files the process must not start; the error names the missing file.
  openCard();
  const reader = createReaderThreads();
  const stopReadingElsewhere = readElsewhere(reader.read);
  const [progress, freeing] = [board.add(), board.add()];
  const settings = refineSettings(config);
  const stateDir = config.REFINE_STATE_DIR === '' ? null : config.REFINE_STATE_DIR;
  // Opened once, because its metrics can be registered only once, and the part may restart.
  let enricher: Enricher | null | undefined;
  return async () => {
    const [symbols, positions, feedLog, leases] = [
      await openFor(context, buckets.symbols),
      await openFor(context, buckets.positions),
      await openFor(context, buckets.feedLog),
      await openFor(context, buckets.leases),
    ];
    enricher ??= await retryUntilStopped('open the enricher', () => openEnricher(config, { bus, registry, log, now }), context);
    const directory = await followDirectory(symbols, { connection: bus.connection, log }, () => hasSymbolList(positions));
    const refine = createRefine({
      bus,
      store,
      feedLog,
      leases,
      settings,
      stateDir,
      directory: directory.current,
      enricher: enricher ?? null,
      metrics: metrics.refine,
      progress,
      tracing,
      now,
      log,
    });
    const work = async (leading: AbortSignal): Promise<void> => {
      await Promise.all([refine.lead(leading), freeRaw({ bus, config, progress: freeing, now, log }, leading)]);
    };
    // A failure of either ends both, and the part restarts.
    const ended = new AbortController();
    const until = AbortSignal.any([signal, ended.signal]);
    const both = [lead({ ...context, signal: until }, 'refine', work), refine.standBy(until)].map((one) => one.finally(() => ended.abort()));
    try {
      for (const one of await Promise.allSettled(both)) if (one.status === 'rejected') throw one.reason;
    } finally {
      // Closed before the state, because a later reading would decide on a closed state.
      if (signal.aborted) await Promise.all([enricher?.close(), reader.close().finally(stopReadingElsewhere)]);
      await refine.close();
      directory.stop();
    }
  };
}

export const refinePart: PipelinePart = { lanes, start };
