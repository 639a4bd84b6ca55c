/** The dependencies of code that fetches and parses documents of EDGAR. */
import type { Parse } from '../../parse/parse.ts';
import type { PoliteFetch } from '../../stage.ts';

export interface EdgarAccess {
  readonly fetch: PoliteFetch;
  readonly parse: Parse;
  /** EDGAR's address, without a trailing slash. */
  readonly baseUrl: string;
}
