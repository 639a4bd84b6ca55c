/**
 * Names the pinned runtimes that are older than the release in `engines`, because the registry had no newer one for that kind of machine.
 */

interface Package {
  readonly engines: { readonly node: string };
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const isBefore = (version: string, other: string): boolean => version.localeCompare(other, 'en', { numeric: true }) < 0;

/** Returns one line for each such runtime. */
export function oldRuntimes({ engines, optionalDependencies }: Package): string[] {
  const fixed = engines.node.replace(/^\D+/, '');
  return Object.entries(optionalDependencies)
    .filter(([name, version]) => name.startsWith('node-') && isBefore(version, fixed))
    .map(([name, version]) => `${name} ${version} has known faults that ${fixed} fixes: pin it as soon as npm view ${name} versions lists it`);
}
