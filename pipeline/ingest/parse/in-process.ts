/** Runs a parser in the calling thread, without a bound of time or memory. */
import { faultOf, type Input, type Output, type Parsed, type ParserName } from './parse.ts';
import { parsers } from './parsers.ts';

/** Returns the parser's result. A parser that throws is a defect here: it costs this document, which is counted. */
export function parseWith<N extends ParserName>(name: N, input: Input<N>): Parsed<Output<N>> {
  const read = parsers[name] as (of: Input<N>) => Output<N>;
  try {
    return { isRead: true, value: read(input) };
  } catch (error) {
    return { isRead: false, reason: 'parse_fault', detail: faultOf(error) };
  }
}
