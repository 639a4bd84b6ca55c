/** The facts of an operation that its requests and answers need. */
export interface OperationFacts {
  readonly method: string;
  /** `/api/news/{uid}/` */
  readonly path: string;
  /** Media type of the typed answer. */
  readonly type: string;
  /** Name of the field of a page with its items. */
  readonly items?: string;
  readonly hasBody?: true;
}
