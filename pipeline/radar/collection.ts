/**
 * Decides whether collection was normal for Radar's counts, because a source that died looks like a company without news. Pure. A channel
 * is required while it brings a considerable part of the articles; it is silent after a day without any. A market far below its usual
 * number of articles is not trusted either.
 */
import type { Channel } from '#clickhouse/radar-inputs.ts';
import type { Collection } from '#schemas/radar.ts';
import type { MarketExposure } from './model/model.ts';

const dayMs = 86_400_000;
/** Share of the baseline's articles that arrived live, from which a channel is required. */
const requiredShare = 0.05;
/** Share of the usual number, over the two newest windows; no market falls below it on weekends. */
const thinShare = 0.1;
/** Windows of the baseline that the usual number needs. */
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
