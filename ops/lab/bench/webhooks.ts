/**
 * Measures how many rows per second are matched with 100,000 alerts (ceiling: the records are only read), and how long 450 healthy of 500
 * receivers wait for their deliveries, from row to request (ceiling: the goal).
 */
import { createSubscriptions } from '#pipeline/webhooks/subscriptions.ts';
import { readFeedRecord } from '#schemas/feed-log.ts';
import { startNats } from '#test/support/nats.ts';
import { tellCrowd } from '#test/support/receiver-crowd.ts';
import { rowRecord } from '#test/support/records.ts';
import { alertOf, entryOf, webhookAt } from '#test/support/subscribers.ts';
import { randomOf } from '../upstream/random.ts';
import { inTurns, measurement, median, quantile, timeOf, type Measurements } from './measure.ts';

const accounts = 1_000;
const alertsPerAccount = 100;
const tickers = 10_000;
const rows = 2_000;
const rounds = 5;

/** Returns a ticker for a number from 0 to 1. A few tickers are drawn far more often than the others, as in reality. */
const tickerAt = (random: number): string => `T${Math.floor(tickers ** random) - 1}`;

export async function benchMatch(): Promise<Measurements> {
  const random = randomOf(1, 'bench', 0);
  const subscriptions = createSubscriptions();
  for (let account = 0; account < accounts; account += 1) {
    const id = account.toString(36).padStart(12, '0');
    const watched = new Set<string>();
    while (watched.size < alertsPerAccount) watched.add(tickerAt(random()));
    const alerts = [...watched].map((ticker) => alertOf(ticker, { min_relevance_score: 1 + Math.floor(random() * 10) }));
    subscriptions.put(`account.${id}`, entryOf(id, { alerts, webhooks: [webhookAt(`https://example.com/${id}`)] }));
  }
  const messages = Array.from({ length: rows }, (_, at) =>
    Buffer.from(
      JSON.stringify(rowRecord(`row ${at}`, { tickers: [tickerAt(random()), tickerAt(random())], relevance: 1 + Math.floor(random() * 10) })),
    ),
  );
  let matched = 0;
  const run = async (matches: boolean): Promise<number> => {
    const ms = await timeOf(() => {
      for (const data of messages) {
        const found = readFeedRecord(data);
        if (!found.ok || found.record.type !== 'row') throw new Error('a row cannot be read');
        const { original, enrichment } = found.record.item;
        if (!matches) continue;
        const { tickers: named, category, relevance_score: relevance } = enrichment;
        matched += subscriptions.match({ tickers: named, publishedAtMs: Date.parse(original.time_published), category, relevance }).length;
      }
    });
    return (rows * 1_000) / ms;
  };
  const { own, bare } = await inTurns(rounds, { own: () => run(true), bare: () => run(false) });
  // `matched` counts the warm-up turn too.
  const note = `${subscriptions.counts().alerts} alerts, ${(matched / (rounds + 1) / rows).toFixed(1)} matches a row; at least 1,000 rows/s are wanted; ceiling: the same records read and not matched`;
  return { webhook_match: measurement(median(own), median(bare), 'rows/s', note) };
}

const waitMsMax = 2_000;

export async function benchWait(): Promise<Measurements> {
  const nats = await startNats();
  try {
    const { waitsMs, wrong } = await tellCrowd(nats.url, { receivers: 500, badCount: 50, rows: 20, everyMs: 1_000 });
    if (wrong.length > 0) throw new Error(`${wrong.length} receivers got something else than each row once: ${wrong[0]}`);
    const note = `p99 of ${waitsMs.length} deliveries to 450 healthy of 500 receivers, from row to request; TLS and receivers on the same machine; ceiling: what is allowed`;
    return { webhook_wait: measurement(quantile(waitsMs, 0.99), waitMsMax, 'ms', note) };
  } finally {
    await nats.stop();
  }
}
