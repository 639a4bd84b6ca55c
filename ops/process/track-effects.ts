/** Reports the effects of a part, such as publishing to RAW, as its progress: idle while none runs, stalled while none succeeds. */
import { firstLine } from './health-watch.ts';
import type { Progress } from './progress.ts';
import type { EffectWatch } from './retry.ts';

export function trackEffects(progress: Progress): EffectWatch {
  let running = 0;
  return {
    began: (what) => {
      running += 1;
      if (running === 1) progress.waitsFor(what);
    },
    failed: (what, error) => progress.waitsFor(`${what}: ${firstLine(error)}`),
    succeeded: () => {
      running -= 1;
      progress.moved();
      if (running === 0) progress.idle();
    },
    ended: () => {
      running -= 1;
      if (running === 0) progress.idle();
    },
  };
}
