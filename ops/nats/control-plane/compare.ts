/** Compares present and wanted streams: what is missing, and which fields differ. Pure. */
import type { ConsumerConfig, StreamConfig, StreamInfo } from '@nats-io/jetstream';
import { consumerFields, streamFields, type Field } from './fields.ts';
import type { PresentState } from './present.ts';
import type { WantedConsumer, WantedState, WantedStream } from './wanted.ts';

export interface Missing {
  readonly kind: 'missing';
  readonly title: string;
}

export interface Differing {
  readonly kind: 'differing';
  readonly title: string;
  readonly field: string;
  readonly present: string;
  readonly wanted: string;
  /** The setting that asks for the wanted value; null: this release does. */
  readonly setting: string | null;
  /** What bringing it to the wanted value destroys; null: nothing. */
  readonly loss: string | null;
  /** Only a new stream or consumer can have the wanted value. */
  readonly isFixed: boolean;
  /** A process cannot work with the present value, or it was applied with other settings than the process has. */
  readonly isRefused: boolean;
}

export type Difference = Missing | Differing;

export interface ThingDifferences {
  readonly thing: WantedStream | WantedConsumer;
  readonly differences: readonly Difference[];
}

/** In the order in which they can be brought about; only things that differ. */
export function compareState(wanted: WantedState, present: PresentState): ThingDifferences[] {
  const ofStreams = wanted.streams.map((thing): ThingDifferences => {
    const info = present.streams.get(thing.config.name) ?? null;
    return { thing, differences: info === null ? [missing(thing.title)] : compareStream(thing, configOf(info), info.state.bytes) };
  });
  const ofConsumers = wanted.consumers.map((thing): ThingDifferences => {
    const info = present.consumers.get(thing.title) ?? null;
    return { thing, differences: info === null ? [missing(thing.title)] : compareConsumer(thing, info.config) };
  });
  return [...ofStreams, ...ofConsumers].filter(({ differences }) => differences.length > 0);
}

/** A server alone takes any number of replicas for a stream that it holds already, and goes on holding one. */
const configOf = ({ config, cluster }: StreamInfo): StreamConfig => (cluster === undefined ? { ...config, num_replicas: 1 } : config);

const missing = (title: string): Missing => ({ kind: 'missing', title });

function compareStream(thing: WantedStream, present: StreamConfig, heldBytes: number): Differing[] {
  return differing<StreamConfig>(streamFields, thing.config, present, heldBytes).map(({ field, isLess, ...said }) => {
    const setting = thing.settings[field.key as keyof WantedStream['config']] ?? null;
    const isTolerable = field.key === 'max_age' && thing.tolerableAge !== undefined && present.max_age >= thing.tolerableAge;
    return { kind: 'differing', title: thing.title, field: field.key, ...said, setting, isRefused: !isTolerable && (isLess || setting !== null) };
  });
}

const compareConsumer = (thing: WantedConsumer, present: ConsumerConfig): Differing[] =>
  differing<ConsumerConfig>(consumerFields, thing.config, present, 0).map(({ field, isLess, ...said }) => ({
    kind: 'differing',
    title: thing.title,
    field: field.key,
    ...said,
    setting: null,
    isRefused: isLess,
  }));

function differing<C extends object>(fields: readonly Field<C>[], wanted: Partial<C>, present: Partial<C>, heldBytes: number) {
  return fields.flatMap((field) => {
    const [from, to]: [unknown, unknown] = [present[field.key], wanted[field.key]];
    if (to === undefined || field.isEqual(from, to)) return [];
    const said = { present: field.show(from), wanted: field.show(to), loss: field.loss(from, to, heldBytes), isFixed: field.isFixed };
    return [{ field, isLess: field.isLess(from, to), ...said }];
  });
}

/** One line on the difference, without the remedy. */
export function describe(difference: Difference): string {
  if (difference.kind === 'missing') return `${difference.title} is missing`;
  const { title, field, present, wanted, setting } = difference;
  return `${title} has ${field} ${present}, wanted is ${wanted}${setting === null ? '' : ` (${setting})`}`;
}
