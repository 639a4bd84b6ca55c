/** The properties of an operation that are needed to send its request and to read its answer. */
export interface OperationFacts {
  readonly method: string;
  /** Path with names in braces, such as `/api/news/{uid}/`. */
  readonly path: string;
  /** Media type of the answer that has a type. */
  readonly type: string;
  /** Name of the field with the items of a page; absent when the answer is no list. */
  readonly items?: string;
  readonly hasBody?: true;
}
