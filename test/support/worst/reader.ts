/** Type of a reader of external documents, with the places in its documents that may contain any text. */

export interface Reader {
  readonly name: string;
  readonly read: (document: Buffer) => unknown;
  /** Makes a document with the given text in one place, by the name of the place. */
  readonly places: Readonly<Record<string, (text: string) => string>>;
}
