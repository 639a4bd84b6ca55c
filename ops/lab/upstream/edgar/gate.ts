/**
 * Enforces EDGAR's fair access rules (SEC, "Accessing EDGAR Data"): a User-Agent that names a contact, and a limit on the requests of any
 * one second. The limit holds for all clients together. Counts requests and refusals.
 */
import type { Reply } from '../reply.ts';
import { rateExceeded, undeclaredClient } from './pages.ts';

export interface Gate {
  /** Returns a refusal, or null when the request may pass. `at` is monotonic time in ms. */
  readonly check: (userAgent: string | undefined, at: number) => Reply | null;
  /** Returns the counts so far. `peak_per_second` is the highest number of requests within one second, including refused ones. */
  readonly counts: () => Readonly<Record<'requests' | 'refused_rate' | 'refused_contact' | 'peak_per_second', number>>;
}

const contact = /[^\s@()<>,;]+@[^\s@()<>,;]+\.[a-z]{2,}/i;

/** Returns a gate; with `perSecondMax` 0 it allows any number of requests and still counts them. */
export function createGate(perSecondMax: number): Gate {
  const recent: number[] = [];
  const counts = { requests: 0, refused_rate: 0, refused_contact: 0, peak_per_second: 0 };
  return {
    check: (userAgent, at) => {
      while (recent[0] !== undefined && recent[0] <= at - 1000) recent.shift();
      recent.push(at);
      counts.requests++;
      counts.peak_per_second = Math.max(counts.peak_per_second, recent.length);
      if (!contact.test(userAgent ?? '')) {
        counts.refused_contact++;
        return undeclaredClient();
      }
      if (perSecondMax > 0 && recent.length > perSecondMax) {
        counts.refused_rate++;
        return rateExceeded();
      }
      return null;
    },
    counts: () => ({ ...counts }),
  };
}
