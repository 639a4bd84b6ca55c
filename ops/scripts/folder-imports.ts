/**
 * Draws the folders of a checkout as a Mermaid flowchart: an arrow leads from each folder to those whose files its files import. The
 * pipeline is drawn by its parts, and `ops` by its folders.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

/** The top-level folders that are drawn. */
export const tops = ['schemas', 'clickhouse', 'pipeline', 'api', 'ops'] as const;
const statement = /^(?:import|export)\s[^'";]*?\sfrom\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm;

/** Returns the folder of a file's path from the root; null when its folder is not drawn. */
function folderOf(path: string): string | null {
  const [top = '', second = '', ...rest] = path.split('/');
  if (!tops.some((name) => name === top)) return null;
  const isDrawnApart = rest.length > 0 && (top === 'pipeline' || top === 'ops');
  return isDrawnApart ? `${top}/${second}` : top;
}

export function folderImports(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, Set<string>>();
  for (const top of tops)
    for (const name of readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.includes('node_modules')) continue;
      const path = `${top}/${name}`;
      const from = folderOf(path);
      if (from === null) continue;
      const targets = imports.get(from) ?? new Set();
      imports.set(from, targets);
      for (const [, named, loaded] of readFileSync(join(root, path), 'utf8').matchAll(statement)) {
        const specifier = named ?? loaded ?? '';
        const target = specifier.startsWith('#') ? specifier.slice(1) : specifier.startsWith('.') ? normalize(join(path, '..', specifier)) : '';
        const to = folderOf(target);
        if (to !== null && to !== from) targets.add(to);
      }
    }
  return imports;
}

export function drawFolders(imports: ReadonlyMap<string, ReadonlySet<string>>): string {
  const id = (folder: string): string => folder.replaceAll(/\W/g, '_');
  const folders = [...imports].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const arrows = folders.flatMap(([from, targets]) => [...targets].toSorted().map((to) => `  ${id(from)} --> ${id(to)}`));
  return ['flowchart TD', ...folders.map(([folder]) => `  ${id(folder)}["${folder}"]`), ...arrows, ''].join('\n');
}
