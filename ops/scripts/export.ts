/** `npm run export -- --folder DIR`: writes the news of past days into a folder, in the formats of GET /api/export/news/. */
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { dayFile, daysBetween, dayStartMs, exportFormats, measured, type DayRows, type ExportFormat } from '#clickhouse/export.ts';
import type { Store } from '#clickhouse/store.ts';
import { parseJson } from '#schemas/json-text.ts';
import { bytesText } from '../process/amounts.ts';
import { dateOption } from './backfill/request.ts';
import { dataDirOption, quietOption, runWords, usageError, type CommandLine, type OptionTable, type ReadWords } from './command-line.ts';
import { fromCaller } from './from-caller.ts';
import { CommandError, serviceConfig, withStore } from './service-config.ts';

const commandLine = {
  name: 'export',
  words: [],
  options: {
    folder: { value: 'DIR', isRequired: true, help: 'folder for the files; created if it is missing' },
    format: { value: 'FORMAT', help: `${exportFormats.join(', ')} (default: ndjson)` },
    from: { value: 'DATE', help: 'first UTC day of publication, YYYY-MM-DD (default: the first day with rows)' },
    to: { value: 'DATE', help: 'last day (default: yesterday)' },
    'data-dir': dataDirOption,
    quiet: quietOption,
  },
  about: `
Writes one file for each day that is over, and manifest.json with rows, bytes and SHA-256 of each file. The next run continues after
a stop, and rewrites only days whose rows have changed.`,
} as const satisfies CommandLine<OptionTable>;

const dayMs = 86_400_000;
const storeLimits = { requestTimeoutMs: 600_000, maxConnections: 2 };

const Entry = z.object({
  file: z.string(),
  date: z.string(),
  format: z.enum(exportFormats),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  /** Greatest sequence and version of the day's rows when the file was written. */
  seq_to: z.int(),
  version_to: z.int(),
});
type Entry = z.infer<typeof Entry>;
const Manifest = z.object({ files: z.array(Entry) });

async function main({ values }: ReadWords<typeof commandLine.options>): Promise<void> {
  const { folder: given, format: wanted = 'ndjson', from, to, 'data-dir': dataDir, quiet } = values;
  const format = exportFormats.find((each) => each === wanted);
  if (format === undefined) throw usageError(commandLine, `--format must be one of ${exportFormats.join(', ')}, not ${wanted}`);
  const todayMs = Math.floor(Date.now() / dayMs) * dayMs;
  const fromMs = from === undefined ? 0 : dayStartMs(dateOption(from, 'from', new Date()));
  const toMs = to === undefined ? todayMs - 1 : Math.min(todayMs, dayStartMs(dateOption(to, 'to', new Date())) + dayMs) - 1;
  const folder = fromCaller(given);
  await withStore(serviceConfig(dataDir), storeLimits, async (store) => {
    await mkdir(folder, { recursive: true });
    const files = new Map((await readManifest(folder)).map((entry) => [entry.file, entry]));
    const days = (await daysBetween(store, fromMs, toMs)).toReversed();
    let written = 0;
    for (const [at, day] of days.entries()) {
      const file = `news-${day.date}.${format}`;
      if (await isWritten(folder, files.get(file), day)) continue;
      const entry = await writeDay(store, folder, day, format, file);
      files.set(file, entry);
      await writeManifest(folder, [...files.values()]);
      written += 1;
      if (!quiet) process.stdout.write(`${file}  ${entry.rows} rows  ${bytesText(entry.bytes)}  (${at + 1} of ${days.length} days)\n`);
    }
    process.stdout.write(`${folder} has ${days.length} ${days.length === 1 ? 'day' : 'days'} of news, ${written} written now\n`);
  });
}

const manifestPath = (folder: string): string => join(folder, 'manifest.json');

async function readManifest(folder: string): Promise<readonly Entry[]> {
  if (!existsSync(manifestPath(folder))) return [];
  const text = await readFile(manifestPath(folder), 'utf8');
  const parsed = Manifest.safeParse(parseJson(text));
  if (!parsed.success) throw new CommandError(`${manifestPath(folder)} is not a manifest of this command: choose another folder`);
  return parsed.data.files;
}

async function writeManifest(folder: string, files: readonly Entry[]): Promise<void> {
  const sorted = files.toSorted((one, other) => (one.file < other.file ? -1 : 1));
  await writeFile(`${manifestPath(folder)}.part`, `${JSON.stringify({ files: sorted }, null, 2)}\n`);
  await rename(`${manifestPath(folder)}.part`, manifestPath(folder));
}

async function isWritten(folder: string, entry: Entry | undefined, { rows, seqTo, versionTo }: DayRows): Promise<boolean> {
  if (entry === undefined || entry.rows !== rows || entry.seq_to !== seqTo || entry.version_to !== versionTo) return false;
  const found = await stat(join(folder, entry.file)).catch(() => null);
  return found !== null && found.size === entry.bytes;
}

async function writeDay(store: Store, folder: string, day: DayRows, format: ExportFormat, file: string): Promise<Entry> {
  const path = join(folder, file);
  const { pieces, checksum } = measured(dayFile(store, day, format));
  await pipeline(Readable.from(pieces, { highWaterMark: 1 }), createWriteStream(`${path}.part`, { flush: true }));
  await rename(`${path}.part`, path);
  return { file, date: day.date, format, rows: day.rows, ...checksum(), seq_to: day.seqTo, version_to: day.versionTo };
}

await runWords(commandLine, main);
