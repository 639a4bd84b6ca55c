/** The log's rule against a model: whatever the log loses, no reader misses a record of the log after its repair. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createReader, createWorld, scripts } from '#test/support/log-world.ts';
import { createModelLog } from '#test/support/model-log.ts';

// Waits between attempts are not tested here.
vi.mock('#ops/process/pause.ts', async (original) => ({
  ...(await original<object>()),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
}));

/** Calls without a record after which a reader has learned all, in addition to one for each record of a batch. */
const stillCalls = 60;
const runs = Number(process.env.LOG_MODEL_RUNS ?? 1_000);

test(`no reader misses a record, whatever the log loses while it reads (LOG_MODEL_RUNS=${runs})`, async () => {
  const seen = { losses: 0, gaps: 0 };
  await fc.assert(
    fc.asyncProperty(scripts(40), async (script) => {
      const world = createWorld();
      let due = 0;
      const plan = script.map(({ afterCalls, step }) => ({ at: (due += afterCalls), step }));
      let movedAtCall = 0;
      let isSettled = false;
      const log = createModelLog(async (calls, self) => {
        while (plan.length > 0 && plan[0]!.at <= calls) {
          await world.apply(self, reader, plan.shift()!.step);
          movedAtCall = calls;
        }
        if (plan.length > 0) return;
        if (!isSettled) await world.settle(self);
        isSettled = true;
        if (calls - movedAtCall > stillCalls + self.lastSeq()) reader.stop();
        if (calls > 20_000) throw new Error('the reader does not come to an end');
      });
      const reader = createReader(log, world, () => (movedAtCall = log.calls()));
      await world.apply(log, reader, { kind: 'append', count: 5 });
      await reader.run();
      const { gaps } = world.check(log, reader.read);
      seen.losses += reader.losses();
      seen.gaps += gaps;
    }),
    { numRuns: runs },
  );
  // Checks that the scripts reach losses and gaps.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(runs / 20);
}, 3_600_000);
