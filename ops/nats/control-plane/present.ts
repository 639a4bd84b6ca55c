/** Reads the wanted streams, buckets and consumers as the NATS server has them now. Changes nothing. */
import { JetStreamApiCodes, JetStreamApiError, type ConsumerInfo, type StreamInfo } from '@nats-io/jetstream';
import type { Bus } from '../nats.ts';
import type { WantedState } from './wanted.ts';

export interface PresentState {
  /** By the stream's name; null: it does not exist. */
  readonly streams: ReadonlyMap<string, StreamInfo | null>;
  /** By title. */
  readonly consumers: ReadonlyMap<string, ConsumerInfo | null>;
}

/** Reads each by name: a list omits those whose leader does not answer at the moment, and they would appear to be missing. */
export async function presentState(bus: Bus, wanted: WantedState): Promise<PresentState> {
  const [streams, consumers] = await Promise.all([
    Promise.all(wanted.streams.map(async ({ config: { name } }) => [name, await orNull(bus.jsm.streams.info(name))] as const)),
    Promise.all(
      wanted.consumers.map(async ({ title, stream, config }) => [title, await orNull(bus.jsm.consumers.info(stream, config.durable_name!))] as const),
    ),
  ]);
  return { streams: new Map(streams), consumers: new Map(consumers) };
}

/** Resolves with null when the stream, bucket or consumer does not exist. */
export async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Returns true when the server reports that a stream, bucket or consumer does not exist. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof JetStreamApiError && (error.code === JetStreamApiCodes.StreamNotFound || error.code === JetStreamApiCodes.ConsumerNotFound);
