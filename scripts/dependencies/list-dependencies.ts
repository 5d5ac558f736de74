/** The packages that the project names, with their entries in the lockfile. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Whether an installed server has it, too. */
  readonly isForServers: boolean;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const kinds = ['dependencies', 'optionalDependencies', 'devDependencies'] as const;

/** Sorted by name, those of the workspaces included; the workspaces themselves are not. */
export function listDependencies(): Dependency[] {
  const { packages } = readLockfile('.');
  const { dependencies, optionalDependencies } = readManifest('package.json');
  const ofServers = new Set(Object.keys({ ...dependencies, ...optionalDependencies }));
  const workspacePackages = Object.fromEntries(
    namedPackages().map(name => [name, packages[`node_modules/${name}`]]),
  );
  return Object.entries({ ...workspacePackages, ...testPackages() })
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, entry]) => {
      if (!entry || entry.link) return [];
      const { version = '', license = '' } = entry;
      return [{ name, version, license, isForServers: ofServers.has(name) }];
    });
}

/** Those that tests install when they need them. */
function testPackages(): Lockfile['packages'] {
  const packagesByName: Record<string, LockfileEntry> = {};
  for (const folder of globSync('test/packages/*', { cwd: root })) {
    const { packages } = readLockfile(folder);
    for (const name of Object.keys(readManifest(`${folder}/package.json`).dependencies ?? {}))
      packagesByName[name] = packages[`node_modules/${name}`] ?? {};
  }
  return packagesByName;
}

function namedPackages(): string[] {
  const names = new Set<string>();
  for (const path of ['package.json', ...globSync('packages/*/package.json', { cwd: root })]) {
    const manifest = readManifest(path);
    for (const kind of kinds) for (const name of Object.keys(manifest[kind] ?? {})) names.add(name);
  }
  return [...names].sort();
}

interface LockfileEntry {
  readonly version?: string;
  readonly license?: string;
  readonly link?: true;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, LockfileEntry>>;
}

function readLockfile(folder: string): Lockfile {
  return JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')) as Lockfile;
}

type Manifest = Partial<Record<(typeof kinds)[number], Readonly<Record<string, string>>>>;

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
}
