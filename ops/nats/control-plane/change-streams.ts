/** Brings NATS to the wanted state: `planStreams` returns the necessary changes, `applyStreams` makes them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsumerConfig } from '@nats-io/jetstream';
import { UnfinishedRestoreError, type PlannedChange } from '#schemas/control-plane.ts';
import { unfinishedRestore } from '#schemas/subjects.ts';
import type { Bus } from '../nats.ts';
import { compareState, type Difference, type ThingDifferences } from './compare.ts';
import { infoOrNull, presentState } from './present.ts';
import { wantedState, type StreamSettings, type WantedConsumer, type WantedStream } from './wanted.ts';

interface StreamPlan {
  readonly changes: readonly PlannedChange[];
  readonly things: readonly ThingDifferences[];
}

/** Returns the changes. Throws an UnfinishedRestoreError after an interrupted restore, whose missing streams must not be created empty. */
export async function planStreams(bus: Bus, settings: StreamSettings): Promise<StreamPlan> {
  if ((await infoOrNull(bus.jsm.streams.info(unfinishedRestore))) !== null)
    throw new UnfinishedRestoreError('this holds half a backup, because its restore was stopped: run npm run restore again with the same arguments');
  const wanted = wantedState(settings);
  const things = compareState(wanted, await presentState(bus, wanted));
  const isAlone = bus.connection.info?.cluster === undefined;
  const alone: PlannedChange[] =
    isAlone && settings.NATS_REPLICAS > 1
      ? [{ says: `keep ${settings.NATS_REPLICAS} replicas (NATS_REPLICAS)`, loss: null, impossible: 'this NATS is a single server, not a cluster' }]
      : [];
  return { things, changes: [...alone, ...things.flatMap(({ differences }) => differences.map(planned))] };
}

function planned(difference: Difference): PlannedChange {
  if (difference.kind === 'missing') return { says: `make ${difference.title}`, loss: null, impossible: null };
  const { title, field, present, wanted, setting, loss, isFixed } = difference;
  const says = `change ${title}: ${field} ${present} -> ${wanted}${setting === null ? '' : ` (${setting})`}`;
  return { says, loss, impossible: isFixed ? `${field} can only be set when it is created` : null };
}

/** Makes the changes of a plan, none of which may be impossible. It may be repeated or run by two processes at once. */
export async function applyStreams(bus: Bus, plan: StreamPlan): Promise<void> {
  for (const { thing, differences } of plan.things) {
    const isMissing = differences.some(({ kind }) => kind === 'missing');
    await ('stream' in thing ? applyConsumer(bus, thing, isMissing) : applyStream(bus, thing, isMissing));
  }
}

async function applyStream(bus: Bus, { config }: WantedStream, isMissing: boolean): Promise<void> {
  const { name, ...changeable } = config;
  if (isMissing) await bus.jsm.streams.add(config);
  else await bus.jsm.streams.update(name, changeable);
}

async function applyConsumer(bus: Bus, { stream, config }: WantedConsumer, isMissing: boolean): Promise<void> {
  const { durable_name: name, ack_wait, max_deliver, max_ack_pending } = config;
  if (isMissing) await bus.jsm.consumers.add(stream, config satisfies Partial<ConsumerConfig>);
  else await bus.jsm.consumers.update(stream, name!, { ack_wait, max_deliver, max_ack_pending });
}

const lookEveryMs = 200;

/** Waits until every replica of every wanted stream is current. Returns false after `timeoutMs`. */
export async function replicasCaughtUp(bus: Bus, settings: StreamSettings, timeoutMs: number): Promise<boolean> {
  const wanted = wantedState(settings);
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const present = await presentState(bus, wanted).catch(() => null);
    const isCaughtUp = wanted.streams.every(({ config }) => {
      const cluster = present?.streams.get(config.name)?.cluster;
      const others = cluster?.replicas ?? [];
      return (
        config.num_replicas === 1 ||
        (cluster?.leader !== undefined && others.length === config.num_replicas - 1 && others.every((one) => one.current))
      );
    });
    if (isCaughtUp || performance.now() > deadline) return isCaughtUp;
    await sleep(lookEveryMs);
  }
}
