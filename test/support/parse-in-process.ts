import { parseWith } from '#pipeline/ingest/parse/in-process.ts';
import type { Parse } from '#pipeline/ingest/parse/parse.ts';

/** Parses in this thread, without limits of time or memory. */
export const parseInProcess: Parse = (name, input) => Promise.resolve(parseWith(name, input));
