/**
 * The engine without the checks in front of it: runs statements given as JSON on stdin, and prints the outcome of each. Arguments: the data
 * folder, and `sandbox` to confine the process first.
 */
import '#ops/embedded/threads.ts';
import { mkdirSync, readFileSync } from 'node:fs';
import { enterSandbox } from '#ops/embedded/sandbox.ts';

interface Given {
  readonly query: string;
  readonly settings: Readonly<Record<string, string>>;
}

const [dataDir = '', mode] = process.argv.slice(2);
mkdirSync(dataDir, { recursive: true });
const statements = JSON.parse(readFileSync(0, 'utf8')) as Given[];
const sandbox = mode === 'sandbox' ? enterSandbox(dataDir) : 'none: not asked for';
const { openEngine } = await import('#ops/embedded/engine.ts');
const engine = await openEngine({ dataDir, readSessions: 1, writeSessions: 1, waitersMax: 10 });
const answers: string[] = [];
for (const { query, settings } of statements) {
  const work = {
    text: query,
    format: 'TabSeparated',
    database: 'default',
    settings: new Map(Object.entries(settings)),
    params: new Map<string, string>(),
    leavesState: true,
  };
  const answer = await engine.writes.run(work, new AbortController().signal).then(
    ({ bytes }) => `answered: ${Buffer.from(bytes).toString()}`,
    (error: unknown) => `refused: ${(error as Error).message}`,
  );
  answers.push(answer);
}
await engine.close();
process.stdout.write(JSON.stringify({ sandbox, answers }));
process.exit(0);
