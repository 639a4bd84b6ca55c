/** What is needed to make a request for an operation and to read its answer. */
export interface OperationFacts {
  readonly method: string;
  /** `/api/news/{uid}/` */
  readonly path: string;
  /** Media type of the typed answer. */
  readonly type: string;
  /** Field of a page that holds its items. */
  readonly items?: string;
  readonly hasBody?: true;
}
