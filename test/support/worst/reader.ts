/** A reader of external documents, with the places of its documents that may contain any text. */

export interface Reader {
  readonly name: string;
  readonly read: (document: Buffer) => unknown;
  /** Returns the document with a text in one of its places, by the name of the place. */
  readonly places: Readonly<Record<string, (text: string) => string>>;
}
