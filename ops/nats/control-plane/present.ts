/** Reads the wanted streams, buckets and consumers as the NATS server has them now. Changes nothing. */
import { JetStreamApiCodes, JetStreamApiError, type ConsumerInfo, type StreamInfo } from '@nats-io/jetstream';
import type { Bus } from '../nats.ts';
import type { WantedState } from './wanted.ts';

export interface PresentState {
  /** By the stream's name; null: there is none. */
  readonly streams: ReadonlyMap<string, StreamInfo | null>;
  /** By title. */
  readonly consumers: ReadonlyMap<string, ConsumerInfo | null>;
}

/** Looked up by name one by one: a list omits those whose leader does not answer at the moment, and they would be taken for missing. */
export async function presentState(bus: Bus, wanted: WantedState): Promise<PresentState> {
  const [streams, consumers] = await Promise.all([
    Promise.all(wanted.streams.map(async ({ config: { name } }) => [name, await orNull(bus.jsm.streams.info(name))] as const)),
    Promise.all(
      wanted.consumers.map(async ({ title, stream, config }) => [title, await orNull(bus.jsm.consumers.info(stream, config.durable_name!))] as const),
    ),
  ]);
  return { streams: new Map(streams), consumers: new Map(consumers) };
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** The server says that there is no such stream, bucket or consumer. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof JetStreamApiError && (error.code === JetStreamApiCodes.StreamNotFound || error.code === JetStreamApiCodes.ConsumerNotFound);
