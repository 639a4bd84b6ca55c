/**
 * Measures how many earnings releases and Forms 4 are read per second of CPU time, from EDGAR's bytes to the message for RAW. Ceiling:
 * htmlparser2 only parses the same bytes.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Parser } from 'htmlparser2';
import { readRecorded, recordedFiles } from '../upstream/folder/files.ts';
import { generatedFilings } from '../upstream/generate/filings.ts';
import { createLane } from '../upstream/lane.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { findReleases } from '#pipeline/ingest/sec/filing/form6k.ts';
import { readRelease } from '#pipeline/ingest/sec/filing/read-release.ts';
import { readForm4 } from '#pipeline/ingest/sec/form4/read-form4.ts';
import { cpuMs, measurement, type Measurement, type Measurements } from './measure.ts';

/** Folder of real filings beside the repository. Without it, filings of the local upstream are used. */
const dataFolder = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
const generatedCount = 2_000;
const seconds = 8;
const startAt = Date.UTC(2026, 4, 6, 15);
const at = new Date(startAt).toISOString();

interface Samples {
  readonly kind: string;
  readonly bodies: readonly Buffer[];
}

const filesOf = (folder: string, wanted: RegExp): Buffer[] =>
  recordedFiles(join(dataFolder, folder)).flatMap(({ path, name }) => (wanted.test(name) ? [readRecorded(path)] : []));

const isRelease = (body: Buffer): boolean => findReleases(splitSubmission(body).documents).next().done !== true;
const accessionOf = (body: Buffer): string => /\b\d{10}-\d\d-\d{6}\b/.exec(body.toString('latin1', 0, 2_000))?.[0] ?? '0000000000-00-000000';
const readOne = (body: Buffer): ReturnType<typeof readForm4> =>
  readForm4(splitSubmission(body), { accession: accessionOf(body), seenAt: at, fetchedAt: at, acceptedAt: null, filedOn: null });

/** Returns filings for which `isOne` is true. Refused filings are left out, because a refusal takes little time. */
function samples(real: readonly Buffer[], forms: RegExp, isOne: (body: Buffer) => boolean): Samples {
  const found = real.filter(isOne);
  if (found.length > 0) return { kind: 'real', bodies: found };
  const lane = createLane();
  lane.open({ from: 0, startAt, perSecond: 0, burst: generatedCount, spreadMs: 3_600_000 });
  const shelf = generatedFilings(1, lane);
  const filings = Array.from({ length: generatedCount }, (_, index) => shelf.at(index)).filter(({ form }) => forms.test(form));
  return { kind: 'generated', bodies: filings.map(shelf.submission).filter(isOne) };
}

function bareParse(body: Buffer, xmlMode: boolean): number {
  let characters = 0;
  const parser = new Parser({ ontext: (text) => (characters += text.length) }, { xmlMode, decodeEntities: true });
  parser.end(body.toString('utf8'));
  return characters;
}

/** Runs our reader and the bare parser alternately, so that other load slows both equally. The first round is a warm-up. */
function race({ kind, bodies }: Samples, read: (body: Buffer) => unknown, xmlMode: boolean, unit: string): Measurement {
  let [ours, bare, rounds] = [0, 0, -1];
  while (rounds < 1 || ours + bare < seconds * 1_000) {
    for (const body of bodies) {
      const fromMs = cpuMs();
      read(body);
      const readMs = cpuMs();
      bareParse(body, xmlMode);
      ours += readMs - fromMs;
      bare += cpuMs() - readMs;
    }
    rounds += 1;
    if (rounds === 0) [ours, bare] = [0, 0];
  }
  const per = (ms: number): number => (rounds * bodies.length * 1_000) / ms;
  const bytes = bodies.reduce((sum, body) => sum + body.length, 0);
  const note = `per second of CPU time; ${bodies.length} ${kind} ones, ${Math.round(bytes / bodies.length / 1_000)} kB each; ceiling: bare htmlparser2`;
  return measurement(per(ours), per(bare), unit, note);
}

export async function benchFilings(): Promise<Measurements> {
  const folders = ['8k/ex99', '8k/full', '6k/full'].flatMap((folder) => filesOf(folder, /\.(?:html|txt)$/));
  const releases = samples(folders, /^[68]-K$/, isRelease);
  const form4s = samples(filesOf('form4', /\.(?:xml|txt|nc)$/), /^4$/, (body) => readOne(body).ok);
  const facts = { company: '', form: '8-K', filedOn: null } as const;
  const readReleases = (body: Buffer): unknown => readRelease(findReleases(splitSubmission(body).documents), facts);
  return { earnings: race(releases, readReleases, false, 'releases/s'), form4: race(form4s, readOne, true, 'filings/s') };
}
