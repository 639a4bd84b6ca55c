/** Starts an API over refine's records of the synthetic documents in `test/fixtures/documents`, at the hour of their publication. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Api } from '#api/main.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { inspectDocument } from '#ops/scripts/inspect/inspect-document.ts';
import { startInspection } from '#ops/scripts/inspect/inspection.ts';
import { loadSymbols } from '#ops/scripts/inspect/symbols.ts';
import { unpack } from '#ops/scripts/inspect/detect.ts';
import { readCalendarDocument } from '#pipeline/ingest/calendar/read-document.ts';
import { loadCatalogue } from '#pipeline/ingest/publishers/catalogue.ts';
import { readTickerList } from '#pipeline/ingest/symbols/lists/sec-list.ts';
import { cryptocurrencies } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { refineSettings } from '#pipeline/refine/context.ts';
import type { AgencySchedule } from '#schemas/calendar.ts';
import { readConfig } from '#schemas/config.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { buckets } from '#schemas/subjects.ts';
import { call } from './api.ts';
import { keyedApi, sharedGround } from './shared-servers.ts';
import { until } from './until.ts';

const documents = fileURLToPath(new URL('../fixtures/documents/', import.meta.url));
const symbolList = join(documents, 'symbols/company_tickers_exchange.2025-09.json.gz');
/** The time at which the documents arrive, and the time of the API's clock. */
const recordedAt = '2026-05-06T16:00:00.000Z';

const filesIn = (folder: string): string[] =>
  readdirSync(join(documents, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.json'))
    .map(({ name }) => join(documents, folder, name))
    .sort();

function recordsOfDocuments(): FeedRecord[] {
  const inspection = startInspection({
    at: recordedAt,
    url: null,
    symbols: loadSymbols(symbolList),
    catalogue: loadCatalogue(null),
    settings: refineSettings(readConfig({})),
  });
  const records: FeedRecord[] = [];
  const remember = (record: FeedRecord): void => {
    inspection.remember(record);
    records.push(record);
  };
  for (const folder of ['rss', 'form4', '8k/full', '6k/full'])
    for (const file of filesIn(folder)) inspectDocument(readFileSync(file), file, { ...inspection, remember });
  return records;
}

/** Returns the API and the key of a Pro account, for the tests of a file. */
export async function sharedRecorded(): Promise<{ readonly api: Api; readonly key: string }> {
  const ground = await sharedGround();
  const unpacked = unpack(readFileSync(symbolList));
  const list = unpacked.ok ? readTickerList(unpacked.body) : null;
  if (list?.ok !== true) throw new Error('the list of symbols cannot be read');
  await ground.putSymbols([...list.entries, ...cryptocurrencies]);
  await ground.append(recordsOfDocuments());
  const { occurrences } = readCalendarDocument({ body: readFileSync(join(documents, 'macro/fomccalendars.htm')), agency: 'fed' });
  const schedule: AgencySchedule = {
    v: 1,
    agency: 'fed',
    synced_at: recordedAt,
    synced_for: recordedAt,
    occurrences: occurrences.map((occurrence) => ({ ...occurrence, absent_since: null })),
  };
  await (await openBucket(ground.bus, buckets.calendar)).put('fed', JSON.stringify(schedule));
  const nowMs = Date.parse(recordedAt) + 60_000;
  const { api, key } = await keyedApi('pro', ground, {}, () => nowMs);
  await until('the rows and the symbols', async () => {
    const { status, body } = await call<{ count: number }>(`${api.url}/api/symbols/`, { key });
    return status === 200 && body.count > list.entries.length;
  });
  return { api, key };
}
