/** A cached page: its bytes, when it expires, and which events invalidate it. */
import type { Content } from '../reply/content.ts';

/** A page. `Watch` describes which new records change it; the caches only store it. */
export interface Page<Watch = unknown> {
  readonly content: Content;
  readonly rowsCount: number;
  /** The oldest `created_at` in the page, compared with the archive horizon of each caller; null without rows. */
  readonly firstCreatedAtMs: number | null;
  /** End of freshness, on the steady clock of this process (`steadyMs`). */
  readonly freshUntilMs: number;
  /** Until then it is served where there is no other answer. */
  readonly staleUntilMs: number;
  /** Null: no new record changes it. */
  readonly watch: Watch | null;
  /** Whether other processes may get it through Redis. */
  readonly isShared: boolean;
}
