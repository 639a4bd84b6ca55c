/** Serves a page from its folder. Types of its modules are stripped when it is first opened, because that costs 30 MB of memory. */
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpsPage } from './ops-server.ts';

type PageFile = Awaited<ReturnType<OpsPage>>;

/** Allows only scripts and styles of this server, and no conversion of text to markup or script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
const headers = {
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.ts': 'text/javascript; charset=utf-8',
};

/**
 * Returns the page at `path`, and the other files of `folder` at `path/NAME`. `packaged` has files of npm packages by the name under which
 * the page loads them, such as `{ 'uplot.js': 'uplot/dist/uPlot.iife.min.js' }`.
 */
export function servePage(path: string, folder: URL, packaged: Readonly<Record<string, string>> = {}): Readonly<Record<string, OpsPage>> {
  let files: ReadonlyMap<string, PageFile> | null = null;
  const fileOf = (name: string): PageFile => {
    files ??= readFiles(folder, packaged);
    return files.get(name) ?? { status: 404, type: 'text/plain', body: 'no such file\n' };
  };
  return {
    [path]: async () => fileOf('page.html'),
    [`${path}/`]: async (_, requested) => fileOf(requested.slice(path.length + 1)),
  };
}

function readFiles(folder: URL, packaged: Readonly<Record<string, string>>): Map<string, PageFile> {
  const own = readdirSync(folder).map((name) => [name, new URL(name, folder)] as const);
  const others = Object.entries(packaged).map(([name, file]) => [name, new URL(import.meta.resolve(file))] as const);
  return new Map(
    [...own, ...others].flatMap(([name, file]) => {
      const type = mediaTypes[extname(name)];
      return type === undefined ? [] : [[name, { status: 200, type, body: readText(file), headers }] as const];
    }),
  );
}

function readText(file: URL): string {
  const text = readFileSync(fileURLToPath(file), 'utf8');
  return extname(file.pathname) === '.ts' ? withoutTypes(text) : text;
}

/** Strips types without the warning that `stripTypeScriptTypes` is experimental. Node itself runs these files with it. */
function withoutTypes(text: string): string {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}
