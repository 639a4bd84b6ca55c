/** Runs a parser in the calling thread, without limits of time and memory. */
import { faultOf, type Input, type Output, type Parsed, type ParserName } from './parse.ts';
import { parsers } from './parsers.ts';

/** Returns the result of the parser. An error that it throws is a defect and refuses only this document. */
export function parseWith<N extends ParserName>(name: N, input: Input<N>): Parsed<Output<N>> {
  const read = parsers[name] as (document: Input<N>) => Output<N>;
  try {
    return { isRead: true, value: read(input) };
  } catch (error) {
    return { isRead: false, reason: 'parse_fault', detail: faultOf(error) };
  }
}
