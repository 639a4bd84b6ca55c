/** `node record-made.ts ROOT FILE…` loads the modules and prints the regular expressions that they construct, each with its place. */
import { pathToFileURL } from 'node:url';
import type { Expression } from './expressions.ts';

const [root = '', ...files] = process.argv.slice(2);
const made: Expression[] = [];
const original = RegExp;

globalThis.RegExp = new Proxy(original, {
  construct(target, given: [string, string?]) {
    const expression = new target(...given);
    // The frame above this one constructs the expression.
    const frame = (new Error('place').stack ?? '').split('\n')[2] ?? '';
    const [, path = '', line = ''] = frame.match(/(?:file:\/\/)?(\/[^():]+):(\d+):\d+/) ?? [];
    if (path.startsWith(root)) made.push({ source: expression.source, flags: expression.flags, place: `${path.slice(root.length)}:${line}` });
    return expression;
  },
});
for (const file of files) await import(pathToFileURL(`${root}${file}`).href);
globalThis.RegExp = original;
process.stdout.write(JSON.stringify(made), () => process.exit(0));
