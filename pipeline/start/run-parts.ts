/** Runs the parts of a pipeline process; restarts each one that ends by itself. */
import { keepRunning } from '#ops/process/keep-running.ts';
import { createProgressBoard } from '#ops/process/progress-board.ts';
import type { PipelinePart, PartContext } from '../part.ts';

export interface RunningParts {
  /** Readiness of each part, by its name. */
  readonly states: () => Readonly<Record<string, string>>;
  /** Resolves when every part has ended, after the context's `signal` has aborted. */
  readonly ended: Promise<unknown>;
}

type Loaded = { readonly name: string; readonly load: () => Promise<PipelinePart> };

export async function runParts(parts: readonly Loaded[], context: Omit<PartContext, 'board'>): Promise<RunningParts> {
  const { log, signal } = context;
  const loaded = await Promise.all(parts.map(async ({ name, load }) => ({ name, start: (await load()).start, board: createProgressBoard() })));
  const running = loaded.map(({ name, start, board }) => keepRunning(name, start({ ...context, board }), { progress: board.add(), log, signal }));
  return {
    states: () => Object.fromEntries(loaded.map(({ name, board }) => [name, board.state()])),
    ended: Promise.allSettled(running),
  };
}
