/** A cached page: its bytes, when it expires, and which events invalidate it. */
import type { Content } from '../reply/content.ts';

/** `Watch`: what tells that a new record changes the page; the caches keep it and do not look at it. */
export interface Page<Watch = unknown> {
  readonly content: Content;
  readonly rowsCount: number;
  /** The oldest `created_at` in the page, compared with the archive horizon of each caller; null without rows. */
  readonly firstCreatedAtMs: number | null;
  /** In the steady milliseconds of this process (`steadyMs`). */
  readonly freshUntilMs: number;
  /** Until then it is better than no answer. */
  readonly staleUntilMs: number;
  /** Null: no new record changes it. */
  readonly watch: Watch | null;
  /** Whether other processes may have it through Redis. */
  readonly isShared: boolean;
}
