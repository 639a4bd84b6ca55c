/** Parses HTML of bounded depth: the time of the HTML parser grows with the square of the depth, and no published page is that deep. */
import { Parser } from 'htmlparser2';

const depthMax = 1_000;

export class NestedTooDeepError extends Error {}

interface HtmlHandlers {
  readonly onopentag: (name: string, attributes: Record<string, string>) => void;
  readonly ontext: (text: string) => void;
  readonly onclosetag: (name: string) => void;
}

/** Calls the handlers for each tag and text, with entities decoded. Throws a NestedTooDeepError. */
export function parseHtml(html: string, { onopentag, ontext, onclosetag }: HtmlHandlers): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > depthMax) throw new NestedTooDeepError(`nested deeper than ${depthMax}`);
        onopentag(name, attributes);
      },
      ontext,
      onclosetag: (name) => {
        depth -= 1;
        onclosetag(name);
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
}
