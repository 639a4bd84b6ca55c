/** Runs the readers in the calling process, for commands and tests. Time is not bounded. */
import { faultOf, type Input, type Output, type Parse, type Parsed, type ReaderName } from './parse.ts';
import { readers } from './readers.ts';

export const parseInProcess: Parse = (name, input) => Promise.resolve(readWith(name, input));

/** Returns the reader's result. A reader that throws is a defect here: it costs this document, which is counted. */
export function readWith<N extends ReaderName>(name: N, input: Input<N>): Parsed<Output<N>> {
  const read = readers[name] as (of: Input<N>) => Output<N>;
  try {
    return { isRead: true, value: read(input) };
  } catch (error) {
    return { isRead: false, reason: 'parse_fault', detail: faultOf(error) };
  }
}
