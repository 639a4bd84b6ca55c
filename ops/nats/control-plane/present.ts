/** Reads from the NATS server the streams, buckets and consumers that this release wants. */
import { JetStreamApiCodes, JetStreamApiError, type ConsumerInfo, type StreamInfo } from '@nats-io/jetstream';
import type { Bus } from '../nats.ts';
import type { WantedState } from './wanted.ts';

export interface PresentState {
  /** By stream name; null when the stream does not exist. */
  readonly streams: ReadonlyMap<string, StreamInfo | null>;
  readonly consumers: ReadonlyMap<string, ConsumerInfo | null>;
}

/** Reads each by name: a list would omit those whose leader does not answer, and they would seem to be missing. */
export async function presentState(bus: Bus, wanted: WantedState): Promise<PresentState> {
  const [streams, consumers] = await Promise.all([
    Promise.all(wanted.streams.map(async ({ config: { name } }) => [name, await infoOrNull(bus.jsm.streams.info(name))] as const)),
    Promise.all(
      wanted.consumers.map(
        async ({ title, stream, config }) => [title, await infoOrNull(bus.jsm.consumers.info(stream, config.durable_name!))] as const,
      ),
    ),
  ]);
  return { streams: new Map(streams), consumers: new Map(consumers) };
}

/** Resolves with null when the server reports that the stream or consumer does not exist. */
export async function infoOrNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Returns true when the error says that a stream or consumer does not exist. A bucket is a stream. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof JetStreamApiError && (error.code === JetStreamApiCodes.StreamNotFound || error.code === JetStreamApiCodes.ConsumerNotFound);
