/**
 * One session of the engine. A session keeps its database, settings and parameters between statements, so each request first sets its own
 * and resets all others.
 *
 * Parameters are bound by the engine: `SET param_x = '...'` sets the value that `{x:Type}` reads. chdb's queryBindAsync does the same, but
 * runs only one query at a time in the whole process.
 */
import type { Session } from 'chdb';
import { EngineError, fromEngine } from './errors.ts';

export interface SessionQuery {
  readonly text: string;
  /** Output format for a statement that names none. */
  readonly format: string;
  readonly database: string;
  readonly settings: ReadonlyMap<string, string>;
  /** Values as in the URL, in ClickHouse's escaped text form. */
  readonly params: ReadonlyMap<string, string>;
  /** True when the statement changes the session itself (SET, USE, temporary tables). The session is then replaced. */
  readonly leavesState: boolean;
}

export interface Outcome {
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly resultBytes: number;
  readonly elapsedSeconds: number;
}

export interface EngineSession {
  readonly run: (work: SessionQuery) => Promise<Outcome>;
  /** Returns whether the session already has the request's database and settings. */
  readonly isReadyFor: (work: SessionQuery) => boolean;
  readonly close: () => void;
}

interface State {
  session: Session;
  database: string;
  settings: ReadonlyMap<string, string>;
  params: Map<string, string>;
}

const fresh = (session: Session): State => ({ session, database: 'default', settings: new Map(), params: new Map() });

/** Opens a session. `baseline` has the settings that it was opened with. The caller must run one statement at a time. */
export function openSession(deps: { readonly open: () => Session; readonly baseline: ReadonlyMap<string, string> }): EngineSession {
  let state = fresh(deps.open());
  const renew = (): void => {
    const old = state.session;
    state = fresh(deps.open());
    old.close();
  };

  const run = async (work: SessionQuery): Promise<Outcome> => {
    if (namesStaleParameter(work, state.params)) renew();
    const lead = changesBefore(state, work, deps.baseline);
    let isKnown = lead === '';
    try {
      // SET and statement are sent in one call, because a second call would cost as much as a small statement.
      const result = await state.session.queryAsync(lead + work.text, { format: work.format });
      remember(state, work);
      isKnown = true;
      return { bytes: result.bytes(), rows: result.rowsRead, resultBytes: result.bytesRead, elapsedSeconds: result.elapsed };
    } catch (error) {
      throw fromEngine(error);
    } finally {
      // After an error the engine may or may not have applied SET.
      if (work.leavesState || !isKnown) renew();
    }
  };
  const isReadyFor = (work: SessionQuery): boolean => state.database === work.database && isSame(state.settings, work.settings);
  return { run, isReadyFor, close: () => state.session.close() };
}

const isSame = (current: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): boolean =>
  current.size === wanted.size && wanted.entries().every(([name, value]) => current.get(name) === value);

/** Returns whether the text uses a parameter of an earlier request. Parameters cannot be unset, so the session is then replaced. */
function namesStaleParameter(work: SessionQuery, current: ReadonlyMap<string, string>): boolean {
  for (const name of current.keys()) {
    if (!work.params.has(name) && new RegExp(`\\{\\s*${name}\\s*:`).test(work.text)) return true;
  }
  return false;
}

function changesBefore(state: State, work: SessionQuery, baseline: ReadonlyMap<string, string>): string {
  const use = state.database === work.database ? '' : `USE ${quoteName(work.database)};\n`;
  const assignments = [...settingChanges(state.settings, work.settings, baseline), ...parameterChanges(state.params, work.params)];
  return assignments.length === 0 ? use : `${use}SET ${assignments.join(', ')};\n`;
}

function remember(state: State, work: SessionQuery): void {
  state.database = work.database;
  state.settings = work.settings;
  for (const [name, value] of work.params) state.params.set(name, value);
}

function* settingChanges(
  current: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, string>,
  baseline: ReadonlyMap<string, string>,
): Generator<string> {
  for (const [name, value] of wanted) {
    if (current.get(name) !== value) yield `${settingName(name)} = ${quoteText(value)}`;
  }
  for (const name of current.keys()) {
    const base = baseline.get(name);
    if (!wanted.has(name)) yield `${settingName(name)} = ${base === undefined ? 'DEFAULT' : quoteText(base)}`;
  }
}

function* parameterChanges(current: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): Generator<string> {
  for (const [name, value] of wanted) {
    if (current.get(name) !== value) yield `param_${name} = ${quoteText(value)}`;
  }
}

function settingName(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return name;
  throw new EngineError(115, `Code: 115. DB::Exception: Unknown setting '${name}' (UNKNOWN_SETTING)`);
}

const quoteName = (name: string): string => `\`${name.replace(/[\\`]/g, '\\$&')}\``;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' };

const quoteText = (value: string): string => `'${value.replace(/[\\'\0]/g, (character) => escapes[character] ?? '')}'`;
