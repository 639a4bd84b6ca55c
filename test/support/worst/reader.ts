/** A reader of foreign documents and the places of its documents into which anybody may write anything. */

export interface Reader {
  readonly name: string;
  readonly read: (document: Buffer) => unknown;
  /** The document with a text in one of its places. */
  readonly places: Readonly<Record<string, (text: string) => string>>;
}
