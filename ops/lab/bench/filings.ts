/**
 * Measures how many earnings releases and Form 4s the stages read per second of processor time on one core, from EDGAR's bytes to the
 * message for RAW. Ceiling: htmlparser2 parses the same bytes and does nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { generatedFilings } from '../upstream/generate/filings.ts';
import { createLane } from '../upstream/lane.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { findReleases } from '#pipeline/ingest/sec/filing/form6k.ts';
import { readRelease } from '#pipeline/ingest/sec/filing/read-release.ts';
import { readForm4 } from '#pipeline/ingest/sec/form4/read-form4.ts';
import type { Measurement, Measurements } from './measure.ts';

/** Folder of real filings outside the repository; without it, filings of the local upstream are used. */
const dataFolder = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
const generatedCount = 2_000;
const startAt = Date.UTC(2026, 4, 6, 15);
const at = new Date(startAt).toISOString();

interface Samples {
  readonly kind: string;
  readonly bodies: readonly Buffer[];
}

function filesOf(folder: string, wanted: (name: string) => boolean): Buffer[] {
  const path = join(dataFolder, folder);
  if (!existsSync(path)) return [];
  const names = readdirSync(path).filter(wanted).toSorted();
  return names.map((name) => (name.endsWith('.gz') ? gunzipSync(readFileSync(join(path, name))) : readFileSync(join(path, name))));
}

const isRelease = (body: Buffer): boolean => findReleases(splitSubmission(body).documents).next().done !== true;
const accessionOf = (body: Buffer): string => /\b\d{10}-\d\d-\d{6}\b/.exec(body.toString('latin1', 0, 2_000))?.[0] ?? '0000000000-00-000000';
const readOne = (body: Buffer): ReturnType<typeof readForm4> =>
  readForm4(body, { accession: accessionOf(body), seenAt: at, fetchedAt: at, acceptedAt: null, filedOn: null });
/** Returns true only for a filing that is read to the end, because a refusal is quick. */
const isForm4 = (body: Buffer): boolean => readOne(body).ok;

function samples(real: readonly Buffer[], form: (form: string) => boolean, isOne: (body: Buffer) => boolean): Samples {
  const found = real.filter(isOne);
  if (found.length > 0) return { kind: 'real', bodies: found };
  const lane = createLane();
  lane.open({ from: 0, startAt, perSecond: 0, burst: generatedCount, spreadMs: 3_600_000 });
  const shelf = generatedFilings(1, lane);
  const filings = Array.from({ length: generatedCount }, (_, index) => shelf.at(index)).filter((filing) => form(filing.form));
  const bodies = filings.flatMap((filing) => shelf.papers(filing).submission ?? []);
  return { kind: 'generated', bodies: bodies.filter(isOne) };
}

/** Returns processor time of the whole process, garbage collector threads included. */
function cpuMicroseconds(run: () => void): number {
  const from = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(from);
  return user + system;
}

function bareParse(body: Buffer, xmlMode: boolean): number {
  let characters = 0;
  const parser = new Parser({ ontext: (text) => (characters += text.length) }, { xmlMode, decodeEntities: true });
  parser.end(body.toString('utf8'));
  return characters;
}

interface Race {
  readonly samples: Samples;
  readonly read: (body: Buffer) => unknown;
  readonly xmlMode: boolean;
  readonly unit: string;
  readonly seconds: number;
}

/** Runs our reader and the bare parser in turns, so that other load slows both alike; the first round is a warm-up. */
function race({ samples: { kind, bodies }, read, xmlMode, unit, seconds }: Race): Measurement {
  let [ours, bare, rounds] = [0, 0, -1];
  while (rounds < 1 || ours + bare < seconds * 1e6) {
    for (const body of bodies) {
      ours += cpuMicroseconds(() => read(body));
      bare += cpuMicroseconds(() => bareParse(body, xmlMode));
    }
    rounds += 1;
    if (rounds === 0) [ours, bare] = [0, 0];
  }
  const per = (spent: number): number => (rounds * bodies.length * 1e6) / spent;
  const bytes = bodies.reduce((sum, body) => sum + body.length, 0);
  const note = `per second of CPU time; ${bodies.length} ${kind} ones, ${Math.round(bytes / bodies.length / 1_000)} kB each; ceiling: bare htmlparser2`;
  return { value: per(ours), ceiling: per(bare), ratio: bare / ours, unit, note };
}

export async function benchFilings({ seconds }: { readonly seconds: number } = { seconds: 8 }): Promise<Measurements> {
  const folders = ['8k/ex99', '8k/full', '6k/full'].flatMap((folder) => filesOf(folder, (name) => /\.(?:html|txt)(?:\.gz)?$/.test(name)));
  const releases = samples(folders, (form) => form === '8-K' || form === '6-K', isRelease);
  const form4s = samples(
    filesOf('form4', (name) => /\.(?:xml|txt|nc)(?:\.gz)?$/.test(name)),
    (form) => form === '4',
    isForm4,
  );
  const facts = { company: '', ticker: null, form: '8-K', filedOn: null } as const;
  return {
    earnings: race({
      samples: releases,
      read: (body) => readRelease(findReleases(splitSubmission(body).documents), facts),
      xmlMode: false,
      unit: 'releases/s',
      seconds,
    }),
    form4: race({ samples: form4s, read: readOne, xmlMode: true, unit: 'filings/s', seconds }),
  };
}
