/**
 * One session of the engine, which keeps what a request sets: before each statement its database,
 * settings and parameters are made those of the request and of no other.
 *
 * Parameters are bound by the engine: `SET param_x = '...'` holds the value, `{x:Type}` takes it. The
 * package's own queryBindAsync does the same but runs one query at a time in the whole process.
 */
import type { Session } from 'chdb';
import { EngineError, fromEngine } from './errors.ts';

export interface Work {
  readonly text: string;
  /** Used where the text names none. */
  readonly format: string;
  readonly database: string;
  readonly settings: ReadonlyMap<string, string>;
  /** As they stand in the URL: in ClickHouse's escaped text form. */
  readonly params: ReadonlyMap<string, string>;
  /** The statement changes the session itself (SET, USE, temporary tables): it is not used again. */
  readonly leavesState: boolean;
}

export interface Outcome {
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly resultBytes: number;
  readonly elapsedSeconds: number;
}

export interface EngineSession {
  readonly run: (work: Work) => Promise<Outcome>;
  readonly close: () => void;
}

export interface SessionDeps {
  readonly open: () => Session;
  /** Settings every request starts from, as given when the session was opened. */
  readonly baseline: ReadonlyMap<string, string>;
}

interface State {
  session: Session;
  database: string;
  settings: ReadonlyMap<string, string>;
  params: Map<string, string>;
}

const fresh = (session: Session): State => ({ session, database: 'default', settings: new Map(), params: new Map() });

export function openSession(deps: SessionDeps): EngineSession {
  let state = fresh(deps.open());
  const renew = (): void => {
    const old = state.session;
    state = fresh(deps.open());
    old.close();
  };

  const run = async (work: Work): Promise<Outcome> => {
    if (namesStaleParameter(work, state.params)) renew();
    try {
      await prepare(state, work, deps.baseline);
    } catch (error) {
      renew();
      throw fromEngine(error);
    }
    try {
      const result = await state.session.queryAsync(work.text, { format: work.format });
      return { bytes: result.bytes(), rows: result.rowsRead, resultBytes: result.bytesRead, elapsedSeconds: result.elapsed };
    } catch (error) {
      throw fromEngine(error);
    } finally {
      if (work.leavesState) renew();
    }
  };
  return { run, close: () => state.session.close() };
}

/** A parameter of an earlier request can't be unset, so a session where the text could see one is left behind. */
function namesStaleParameter(work: Work, held: ReadonlyMap<string, string>): boolean {
  for (const name of held.keys()) {
    if (!work.params.has(name) && new RegExp(`\\{\\s*${name}\\s*:`).test(work.text)) return true;
  }
  return false;
}

async function prepare(state: State, work: Work, baseline: ReadonlyMap<string, string>): Promise<void> {
  if (state.database !== work.database) {
    await state.session.queryAsync(`USE ${quoteName(work.database)}`);
    state.database = work.database;
  }
  const assignments = [...settingChanges(state.settings, work.settings, baseline), ...parameterChanges(state.params, work.params)];
  if (assignments.length > 0) await state.session.queryAsync(`SET ${assignments.join(', ')}`);
  state.settings = work.settings;
  for (const [name, value] of work.params) state.params.set(name, value);
}

function* settingChanges(
  held: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, string>,
  baseline: ReadonlyMap<string, string>,
): Generator<string> {
  for (const [name, value] of wanted) {
    if (held.get(name) !== value) yield `${settingName(name)} = ${quoteText(value)}`;
  }
  for (const name of held.keys()) {
    const base = baseline.get(name);
    if (!wanted.has(name)) yield `${settingName(name)} = ${base === undefined ? 'DEFAULT' : quoteText(base)}`;
  }
}

function* parameterChanges(held: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): Generator<string> {
  for (const [name, value] of wanted) {
    if (held.get(name) !== value) yield `param_${name} = ${quoteText(value)}`;
  }
}

/** Names of settings consist of these characters; any other name is unknown. */
function settingName(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return name;
  throw new EngineError(115, `Code: 115. DB::Exception: Unknown setting '${name}' (UNKNOWN_SETTING)`);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' };
/** As a literal of the engine's SQL. */
export const quoteText = (value: string): string => `'${value.replace(/[\\'\0]/g, (character) => escapes[character] ?? '')}'`;
const quoteName = (name: string): string => `\`${name.replace(/[\\`]/g, '\\$&')}\``;
