/**
 * Says whether what Radar counted was collected as usual: a source that died looks like a company without news. Pure.
 * A channel is required while it brings a considerable part of the articles; it has gone silent once it brought nothing
 * for a day. A market whose articles are far below their usual number is not believed either.
 */
import type { Channel } from '#clickhouse/radar-inputs.ts';
import type { Collection } from '#schemas/radar.ts';
import type { MarketExposure } from './model/model.ts';

const dayMs = 86_400_000;
/** Of all articles of the baseline that arrived as they were published. */
const requiredShare = 0.05;
/** Of the usual number, over the two newest windows: weekends are below it in no market. */
const thinShare = 0.1;
/** Windows of the baseline that make a usual number. */
const windowsLeast = 3;

export function collectionOf(channels: readonly Channel[], { modelStories }: Pick<MarketExposure, 'modelStories'>, cutoffMs: number): Collection {
  const rows = channels.reduce((total, { live_rows }) => total + live_rows, 0);
  const required = channels.filter(({ live_rows }) => live_rows > 0 && live_rows >= rows * requiredShare);
  const silent = required.filter(({ last_live_ms }) => cutoffMs - last_live_ms > dayMs);
  const [current = 0, before = 0, ...rest] = modelStories;
  const known = rest.findLastIndex((count) => count > 0) + 1;
  const usual = known === 0 ? 0 : rest.slice(0, known).reduce((total, count) => total + count, 0) / known;
  const reasons = [
    ...(rows === 0 ? ['no_live_channel'] : []),
    ...silent.map(({ source }) => `channel_silent:${source}`),
    ...(known >= windowsLeast && current + before < 2 * usual * thinShare ? ['market_far_below_usual'] : []),
  ];
  return {
    status: reasons.length === 0 ? 'healthy' : 'unverified',
    reasons,
    required_channels: required.map(({ source }) => source),
  };
}
