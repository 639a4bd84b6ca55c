/** What the store knows of sequences that the feed log has lost. */

/** What a store holds of a stretch of sequences that the log has lost. */
export interface HoleAnswer {
  /** Ascending; `data`: the record as JSON. */
  readonly records: readonly { readonly seq: number; readonly epoch: number; readonly data: Uint8Array }[];
  /** Searched up to here, at most the end of the range. Sequences missing from the records no longer exist anywhere. */
  readonly toSeq: number;
}

/** Null: the store cannot tell yet, since it is not written that far. One that is away throws. Either way it is asked again later. */
export type HoleReader = (fromSeq: number, toSeq: number) => Promise<HoleAnswer | null>;

/** For readers that wait for no store: what the log has lost is a gap. */
export const noTable: HoleReader = (_, toSeq) => Promise.resolve({ records: [], toSeq });
