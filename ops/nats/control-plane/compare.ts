/** Compares the wanted streams and consumers with the present ones: which are missing, and which fields differ. Nothing is changed. */
import type { ConsumerConfig, StreamConfig, StreamInfo } from '@nats-io/jetstream';
import { consumerFields, streamFields, type Field } from './fields.ts';
import type { PresentState } from './present.ts';
import type { WantedConsumer, WantedState, WantedStream } from './wanted.ts';

interface Differing {
  readonly kind: 'differing';
  readonly title: string;
  readonly field: string;
  readonly present: string;
  readonly wanted: string;
  /** The setting that gives the wanted value, or null when this release fixes it. */
  readonly setting: string | null;
  /** Describes what the change destroys; null when it destroys nothing. */
  readonly loss: string | null;
  /** True when the value can only be set at creation. */
  readonly isFixed: boolean;
  /** True when a process must not start with the present value: it guarantees too little, or other processes have another setting. */
  readonly isRefused: boolean;
}

export type Difference = { readonly kind: 'missing'; readonly title: string } | Differing;

export interface ThingDifferences {
  readonly thing: WantedStream | WantedConsumer;
  readonly differences: readonly Difference[];
}

/** Returns only streams and consumers that differ, in the order in which the changes can be made. */
export function compareState(wanted: WantedState, present: PresentState): ThingDifferences[] {
  const ofStreams = wanted.streams.map((thing): ThingDifferences => {
    const info = present.streams.get(thing.config.name) ?? null;
    return { thing, differences: compareThing<StreamConfig>(thing, streamFields, info && configOf(info), info?.state.bytes) };
  });
  const ofConsumers = wanted.consumers.map((thing): ThingDifferences => {
    const info = present.consumers.get(thing.title) ?? null;
    return { thing, differences: compareThing<ConsumerConfig>(thing, consumerFields, info && info.config) };
  });
  return [...ofStreams, ...ofConsumers].filter(({ differences }) => differences.length > 0);
}

/** Returns the stream's configuration. A single server reports the requested number of replicas, but keeps one. */
const configOf = ({ config, cluster }: StreamInfo): StreamConfig => (cluster === undefined ? { ...config, num_replicas: 1 } : config);

function compareThing<C extends object>(
  { title, config, settings = {} }: { readonly title: string; readonly config: Partial<C>; readonly settings?: WantedStream['settings'] },
  fields: readonly Field<C>[],
  present: Partial<C> | null,
  storedBytes = 0,
): Difference[] {
  if (present === null) return [{ kind: 'missing', title }];
  return fields.flatMap((field): Difference[] => {
    const [from, to]: [unknown, unknown] = [present[field.key], config[field.key]];
    if (to === undefined || field.isEqual(from, to)) return [];
    const setting = settings[field.key as keyof WantedStream['config']] ?? null;
    const shown = { present: field.show(from), wanted: field.show(to), loss: field.loss(from, to, storedBytes), isFixed: field.isFixed };
    return [{ kind: 'differing', title, field: field.key, ...shown, setting, isRefused: setting !== null || field.isLess(from, to) }];
  });
}

export function describe(difference: Difference): string {
  if (difference.kind === 'missing') return `${difference.title} is missing`;
  const { title, field, present, wanted, setting } = difference;
  return `${title} has ${field} ${present} instead of ${wanted}${setting === null ? '' : ` (${setting})`}`;
}
