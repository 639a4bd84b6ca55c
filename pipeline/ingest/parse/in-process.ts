/** Runs the parsers in the calling process, for commands and tests. Time is not bounded. */
import { faultOf, type Input, type Output, type Parse, type Parsed, type ParserName } from './parse.ts';
import { parsers } from './parsers.ts';

/** Parses in this thread, without a bound of time or memory. */
export const parseInProcess: Parse = (name, input) => Promise.resolve(parseWith(name, input));

/** Returns the parser's result. A parser that throws is a defect here: it costs this document, which is counted. */
export function parseWith<N extends ParserName>(name: N, input: Input<N>): Parsed<Output<N>> {
  const read = parsers[name] as (of: Input<N>) => Output<N>;
  try {
    return { isRead: true, value: read(input) };
  } catch (error) {
    return { isRead: false, reason: 'parse_fault', detail: faultOf(error) };
  }
}
