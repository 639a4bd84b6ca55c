/** Opens the engine on a data folder, which it locks, with one pool of sessions for reads and one for writes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drainPending, Session } from 'chdb';
import { writeConfinement } from './confinement.ts';
import { openPool, type Pool } from './pool.ts';
import { openSession } from './session.ts';

export interface Engine {
  readonly reads: Pool;
  readonly writes: Pool;
  readonly version: string;
  /** Resolves when the last running statement has ended and the folder is free. */
  readonly close: () => Promise<void>;
}

/** Settings that every request starts with: limits, and a server's defaults where the in-process engine has others. */
const baseline: ReadonlyMap<string, string> = new Map([
  ['implicit_select', '0'],
  // Unlimited: request bodies have their own limit, and this one would also count bound values.
  ['max_query_size', '0'],
  // Parallel formatting costs more than it saves for pages of few rows: 4.6 ms of CPU per query with it, 2.7 ms without.
  ['output_format_parallel_formatting', '0'],
  ['max_result_bytes', '536870912'],
  ['max_memory_usage', '4294967296'],
]);

/** Settings of reading sessions. They forbid writes, also for requests that change settings. */
const readingOnly: ReadonlyMap<string, string> = new Map([['readonly', '2']]);

/** Opens the engine. Throws when another process has locked the folder or its tables are damaged, with a message that says what to do. */
export async function openEngine(options: {
  readonly dataDir: string;
  readonly readSessions: number;
  readonly writeSessions: number;
  readonly waitersMax: number;
}): Promise<Engine> {
  const { dataDir, waitersMax } = options;
  const connectionArgs = [`--config-file=${writeConfinement(dataDir)}`, '--async_load_databases=0', ...argsOf(baseline)];
  const open = (): Session => new Session(dataDir, { connectionArgs });
  const openReading = (): Session => new Session(dataDir, { connectionArgs: [...connectionArgs, ...argsOf(readingOnly)] });
  // This session stays open until the end, because the engine closes with its last session.
  const anchor = openFirst(dataDir, open);
  const version = (await anchor.queryAsync('SELECT version()', { format: 'TSVRaw' })).text().trim();
  const openSessions = (count: number, opened: () => Session) => Array.from({ length: count }, () => openSession({ open: opened, baseline }));
  const reads = openPool(openSessions(options.readSessions, openReading), waitersMax);
  const writes = openPool(openSessions(options.writeSessions, open), waitersMax);
  const close = async (): Promise<void> => {
    await Promise.all([reads.stop(), writes.stop()]);
    anchor.close();
    await drainPending();
  };
  return { reads, writes, version, close };
}

const argsOf = (settings: ReadonlyMap<string, string>): string[] => [...settings].map(([name, value]) => `--${name}=${value}`);

function openFirst(dataDir: string, open: () => Session): Session {
  const statusPath = join(dataDir, 'status');
  const ownerPid = existsSync(statusPath) ? Number(/PID: (\d+)/.exec(readFileSync(statusPath, 'utf8'))?.[1]) : null;
  try {
    return open();
  } catch (error) {
    // The file of a killed process remains, so its process id is checked.
    if (ownerPid !== null && isRunning(ownerPid))
      throw new Error(`cannot open ${dataDir}: another process (pid ${ownerPid}) uses it`, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `cannot open ${dataDir}: ${reason}. If a second start fails the same way, its tables are damaged: mv ${dataDir} ${dataDir}-damaged, and start again. The start rebuilds the tables from the feed log; npm run restore brings back older rows from a backup`,
      { cause: error },
    );
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
