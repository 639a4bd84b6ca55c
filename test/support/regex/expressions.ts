/**
 * Finds every regular expression of the sources. Literals are found in the syntax tree, constructed ones when their module is loaded. One
 * constructed later is unknown here, and is reported by its place.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isIdentifier, isNewExpression, isRegularExpressionLiteral } from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';
import type { Node } from 'typescript/unstable/ast';

export interface Expression {
  readonly source: string;
  readonly flags: string;
  /** `file:line`; the first place if there are several. */
  readonly place: string;
}

export interface Expressions {
  readonly all: readonly Expression[];
  /** Places that construct an expression only when called. */
  readonly unknown: readonly string[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const literal = /^\/([^]+)\/([a-z]*)$/;

/** Returns the expressions in `folders`, which are relative to the root. */
export function expressionsIn(folders: readonly string[]): Expressions {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [`${root}tsconfig.json`] });
    const { program, rootFiles } = snapshot.getProjects()[0]!;
    const found: Expression[] = [];
    const places: string[] = [];
    for (const path of rootFiles.filter((file) => folders.some((folder) => file.startsWith(`${root}${folder}/`)))) {
      const file = program.getSourceFile(path)!;
      const placeOf = (node: Node): string => `${path.slice(root.length)}:${file.text.slice(0, node.getStart(file)).split('\n').length}`;
      const visit = (node: Node): void => {
        if (isRegularExpressionLiteral(node)) {
          const [, source = '', flags = ''] = literal.exec(node.text) ?? [];
          found.push({ source, flags, place: placeOf(node) });
        } else if (isNewExpression(node) && isIdentifier(node.expression) && node.expression.text === 'RegExp') places.push(placeOf(node));
        node.forEachChild(visit);
      };
      visit(file);
    }
    const made = madeIn([...new Set(places.map((place) => place.split(':')[0]!))]);
    const known = new Set(made.map(({ place }) => place));
    const all = new Map([...found, ...made].toReversed().map((expression) => [`/${expression.source}/${expression.flags}`, expression]));
    return { all: [...all.values()].toReversed(), unknown: places.filter((place) => !known.has(place)) };
  } finally {
    api.close();
  }
}

/** Loads the modules in a separate process, where `RegExp` records the expressions that it constructs. */
function madeIn(files: readonly string[]): Expression[] {
  const recorder = fileURLToPath(new URL('record-made.ts', import.meta.url));
  const output = execFileSync(process.execPath, [recorder, root, ...files], { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000, timeout: 60_000 });
  return JSON.parse(output) as Expression[];
}
