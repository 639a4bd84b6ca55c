/** Reads Compose files as Compose does: merge keys, `extends`, one file over another, `!reset` and `!override`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, type ScalarTag, type CollectionTag } from 'yaml';
import { settings } from '#schemas/config.ts';

export const deployDir = fileURLToPath(new URL('../../../ops/deploy', import.meta.url));
export const readDeployed = (path: string): string => readFileSync(join(deployDir, path), 'utf8');

/** Returns the names of a part's environment that are no settings. */
export const unknownSettings = (environment: object): string[] => Object.keys(environment).filter((name) => !(name in settings));

type Tree = Readonly<Record<string, unknown>>;

/** A value that replaces the one of the file below. */
class Instead {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

const tags: (ScalarTag | CollectionTag)[] = ['!reset', '!override'].flatMap((tag) => [
  { tag, collection: 'seq' as const, resolve: (node: unknown) => new Instead((node as { toJSON: () => unknown }).toJSON()) },
]) as never;

export interface Service {
  readonly image?: string;
  readonly build?: unknown;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly ports?: readonly { readonly target: number; readonly published: string; readonly host_ip?: string; readonly mode?: string }[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly deploy?: {
    readonly replicas?: number;
    readonly endpoint_mode?: string;
    readonly resources?: { readonly limits?: { readonly memory: string; readonly cpus: string; readonly pids: number } };
    readonly placement?: { readonly constraints?: readonly string[] };
  };
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
  readonly restart?: string;
  readonly stop_grace_period?: string;
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Instead);
const parseFile = (path: string): Tree => parse(readDeployed(path), { merge: true, customTags: tags }) as Tree;

/** The keys by which two entries of a list are the same. */
const keyOf: Readonly<Record<string, (entry: never) => unknown>> = {
  volumes: (entry: string) => entry.split(':')[1],
  configs: (entry: { readonly target: string }) => entry.target,
};
const replaced = new Set(['command', 'entrypoint', 'test']);

function merged(below: unknown, above: unknown, name = ''): unknown {
  if (above instanceof Instead) return above.value;
  if (isTree(below) && isTree(above)) {
    const names = [...new Set([...Object.keys(below), ...Object.keys(above)])];
    return Object.fromEntries(names.map((key) => [key, key in above ? merged(below[key], above[key], key) : below[key]]));
  }
  if (Array.isArray(below) && Array.isArray(above) && !replaced.has(name)) {
    const key = keyOf[name] ?? ((entry: unknown) => JSON.stringify(entry));
    const over = new Set(above.map((entry) => key(entry as never)));
    return [...below.filter((entry) => !over.has(key(entry as never))), ...(above as unknown[])];
  }
  return above;
}

/** Returns the file with each service merged over the one it extends. */
function extended(file: Tree): Tree {
  const services = Object.entries(file.services as Readonly<Record<string, Tree>>).map(([name, { extends: base, ...own }]) => {
    if (base === undefined) return [name, own] as const;
    const { file: path, service } = base as { readonly file: string; readonly service: string };
    const from = parseFile(path).services as Readonly<Record<string, Tree>>;
    if (!(service in from)) throw new Error(`${name} extends ${service}, which ${path} has not`);
    return [name, merged(from[service], own)] as const;
  });
  return { ...file, services: Object.fromEntries(services) };
}

/** Returns the merged files; a later one overrides an earlier one. Variables `${…}` stay as they are. */
export function readCompose(...paths: readonly string[]): Compose {
  const [first, ...rest] = paths.map((path) => extended(parseFile(path)));
  return rest.reduce<unknown>((below, above) => merged(below, above), first) as Compose;
}
