/**
 * Opens the engine on a data folder: a pool of sessions that read and one that writes.
 * The engine itself locks the folder, so a second process is refused, and one that was killed blocks nobody.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drainPending, Session } from 'chdb';
import { openPool, type Pool } from './pool.ts';
import { openSession } from './session.ts';

export interface Engine {
  readonly reads: Pool;
  readonly writes: Pool;
  readonly version: string;
  /** Resolves when the last running statement is done and the folder is free. */
  readonly close: () => Promise<void>;
}

/** What every request starts from: a server's defaults where the in-process engine has others, and bounds. */
const baseline: ReadonlyMap<string, string> = new Map([
  ['implicit_select', '0'],
  // Statements are bounded before they get here (call.ts).
  ['max_query_size', '0'],
  // Formatting in parallel costs a page of few rows more than it saves: 4.6 ms of CPU a query with it, 2.7 without.
  ['output_format_parallel_formatting', '0'],
  ['max_result_bytes', '536870912'],
  ['max_memory_usage', '4294967296'],
]);

export async function openEngine(options: {
  readonly dataDir: string;
  readonly readSessions: number;
  readonly writeSessions: number;
  readonly waitersMax: number;
}): Promise<Engine> {
  const { dataDir, waitersMax } = options;
  const connectionArgs = ['--async_load_databases=0', ...[...baseline].map(([name, value]) => `--${name}=${value}`)];
  const open = (): Session => new Session(dataDir, { connectionArgs });
  // Held open to the end: the engine lives as long as any session does.
  const anchor = openFirst(dataDir, open);
  const version = (await anchor.queryAsync('SELECT version()', { format: 'TSVRaw' })).text().trim();
  const sessions = (count: number) => Array.from({ length: count }, () => openSession({ open, baseline }));
  const reads = openPool(sessions(options.readSessions), waitersMax);
  const writes = openPool(sessions(options.writeSessions), waitersMax);
  const close = async (): Promise<void> => {
    await Promise.all([reads.stop(), writes.stop()]);
    anchor.close();
    await drainPending();
  };
  return { reads, writes, version, close };
}

function openFirst(dataDir: string, open: () => Session): Session {
  const statusPath = join(dataDir, 'status');
  const holder = existsSync(statusPath) ? /PID: (\d+)/.exec(readFileSync(statusPath, 'utf8'))?.[1] : undefined;
  try {
    return open();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot open ${dataDir}: ${holder === undefined ? reason : `another process (pid ${holder}) holds it`}`, { cause: error });
  }
}
