/**
 * Serves a page for people from its folder: `page.html`, `style.css`, and TypeScript modules, which browsers get as JavaScript. There is no
 * build: types are stripped when the page is first opened, because that costs a process 30 MB, and most pages are never opened.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpsPage } from './ops-server.ts';

type PageFile = Awaited<ReturnType<OpsPage>>;

/** Only this server's files run, and no text becomes markup or script. */
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
 * Returns the page at `path` and, at `path/NAME`, the other files of `folder`. `packaged`: files of packages, by the name under which the page
 * loads them, such as `{ 'uplot.js': 'uplot/dist/uPlot.iife.min.js' }`.
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

/** The function warns on stderr that it is experimental, although Node itself runs these files by it. */
function withoutTypes(text: string): string {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}
