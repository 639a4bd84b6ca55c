/** The follower against a model of the log: whatever the log loses and grows, no reader misses a record of it. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createReader, createWorld, scripts } from '#test/support/log-world.ts';
import { createModelLog } from '#test/support/model-log.ts';

// The waits between attempts are not what is tested here.
vi.mock('#ops/runtime/pause.ts', async (original) => ({
  ...(await original<object>()),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
}));

/** Calls without a record after which a reader has nothing more to learn, beside one for each record of a batch. */
const stillCalls = 60;

test('no reader misses a record, whatever the log loses and grows while it reads', async () => {
  const seen = { rewinds: 0, gaps: 0, filled: 0 };
  await fc.assert(
    fc.asyncProperty(scripts(40), async (script) => {
      const world = createWorld();
      let due = 0;
      const plan = script.map(({ afterCalls, step }) => ({ at: (due += afterCalls), step }));
      let movedAtCall = 0;
      const log = createModelLog(async (calls, self) => {
        while (plan.length > 0 && plan[0]!.at <= calls) {
          await world.apply(self, reader, plan.shift()!.step);
          movedAtCall = calls;
        }
        if (plan.length > 0) return;
        world.store(self);
        if (calls - movedAtCall > stillCalls + self.lastSeq()) reader.stop();
        if (calls > 20_000) throw new Error('the reader does not come to an end');
      });
      const reader = createReader(log, world, () => (movedAtCall = log.calls()));
      await world.apply(log, reader, { kind: 'session' });
      await world.apply(log, reader, { kind: 'append', count: 5 });
      await reader.run();
      const { gaps, filled } = world.check(log, reader.read);
      // Consumers are made anew after a fault, never again and again.
      expect(log.consumersMade()).toBeLessThan(3 * (script.length + 1));
      seen.rewinds += reader.rewinds();
      seen.gaps += gaps;
      seen.filled += filled;
    }),
    { numRuns: 1_000 },
  );
  // The scripts do come to what they are for.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
}, 120_000);
