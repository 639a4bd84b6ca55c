/** Reports the effects of a part, such as publishing to RAW, as its progress: idle while none runs, stalled while none succeeds. */
import { firstLine } from './health-watch.ts';
import type { Progress } from './progress.ts';
import type { EffectWatch } from './retry.ts';

/** Returns a watch for the part's effects. */
export function trackEffects(progress: Progress): EffectWatch {
  let underWay = 0;
  return {
    began: (what) => {
      underWay += 1;
      if (underWay === 1) progress.waitsFor(what);
    },
    failed: (what, error) => progress.waitsFor(`${what}: ${firstLine(error)}`),
    succeeded: () => {
      underWay -= 1;
      progress.moved();
      if (underWay === 0) progress.idle();
    },
    ended: () => {
      underWay -= 1;
      if (underWay === 0) progress.idle();
    },
  };
}
