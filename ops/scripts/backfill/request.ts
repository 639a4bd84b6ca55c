/** Parses the arguments of `npm run backfill`. */
import type { BackfillPlan } from '#pipeline/ingest/sec/backfill/plan.ts';
import { filingDate } from '#schemas/edgar-calendar.ts';
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import { dataDirOption, jsonOption, quietOption, readWords, UsageError, type CommandLine, type OptionTable } from '../command-line.ts';

export const commandLine = {
  name: 'backfill',
  words: [],
  options: {
    from: { value: 'DATE', isRequired: true, help: 'first day, YYYY-MM-DD, included' },
    to: { value: 'DATE', isRequired: true, help: 'last day, included' },
    forms: {
      value: 'FORMS',
      isRequired: true,
      help: 'any of 4, 8-K, 6-K, 144, SCHEDULE 13D, SCHEDULE 13G, NT 10-K, NT 10-Q, comma-separated; each with its amendments',
    },
    'data-dir': dataDirOption,
    quiet: quietOption,
    json: jsonOption,
  },
  about: `
Loads filings that the service does not have yet, as EDGAR's daily indexes list them. They are served on request (a Form 4 as an
insider's trade without an article) and never enter delta mode. After a stop, the same command continues where it ended.`,
} as const satisfies CommandLine<OptionTable>;

const firstYear = 1993;

const familyByForm: ReadonlyMap<string, SecSourceType> = new Map(
  (Object.keys(collectedForms) as SecSourceType[]).map((family) => [collectedForms[family][0], family]),
);

/** Returns the day of an option. Throws a UsageError unless it is a day from 1993 to today. */
export function dateOption(text: string, name: string, now: Date): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new UsageError(`--${name} ${text}: must be a day as YYYY-MM-DD`);
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    throw new UsageError(`--${name} ${text}: there is no such day`);
  }
  if (Number(text.slice(0, 4)) < firstYear) throw new UsageError(`--${name} ${text}: EDGAR begins in ${firstYear}`);
  // EDGAR assigns filing dates by the time of day, which differs between forms. The form '' has the latest date that it could assign now.
  if (text > filingDate(now.toISOString(), '')) throw new UsageError(`--${name} ${text}: that day is in the future`);
  return text;
}

function formsOption(text: string): readonly SecSourceType[] {
  const words = text.split(',').map((word) => word.trim().toUpperCase());
  const families = words.map((word) => {
    const family = familyByForm.get(word);
    if (family === undefined) throw new UsageError(`--forms ${text}: "${word}" is none of ${[...familyByForm.keys()].join(', ')}`);
    return family;
  });
  return [...new Set(families)];
}

export function readRequest(argv: readonly string[], now: Date) {
  const read = readWords(commandLine, argv);
  if (read === null) return null;
  const { values } = read;
  const [from, to] = [dateOption(values.from, 'from', now), dateOption(values.to, 'to', now)];
  if (from > to) throw new UsageError(`--from ${from} is after --to ${to}`);
  const families = formsOption(values.forms);
  const plan: BackfillPlan = { from, to, families };
  return { plan, dataDir: values['data-dir'], isQuiet: values.quiet, isJson: values.json };
}
