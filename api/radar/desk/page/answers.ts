/** Types of the answers of `/radar/data`: a page of the newest snapshot, or the reason why there is none. */
import type { RadarHead, RadarRow } from '#schemas/radar.ts';

export interface RankingPage extends Pick<RadarHead, 'snapshot_id' | 'as_of' | 'window' | 'summary' | 'limitations'> {
  readonly unavailable_reason: string | null;
  readonly total: number;
  readonly offset: number;
  /** A row's `cells` have the number of stories of each of the last days, the newest first. */
  readonly results: readonly { readonly row: RadarRow; readonly cells: readonly number[] }[];
}

export interface Refusal {
  readonly detail: string;
  readonly reason?: string;
}
