/**
 * After a change of dependencies: adds the platform packages that npm left out of
 * package-lock.json because the registry it asked does not have them all. Without these lines
 * `npm ci` refuses the lockfile (decisions/006).
 *   npm install --package-lock-only --ignore-scripts && node scripts/complete-lockfile.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Package {
  version?: string;
  license?: string;
  dev?: boolean;
  engines?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const file = new URL('../package-lock.json', import.meta.url);
const systems = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openharmony'];
const processors = ['arm64', 'x64', 'ia32', 'arm', 'riscv64', 'ppc64', 's390x'];

const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, object> };
const missing = Object.entries(lock.packages as Record<string, Package>)
  .filter(([path]) => path !== '')
  .flatMap(([, owner]) =>
    Object.entries(owner.optionalDependencies ?? {}).map(([name, version]) => ({ name, version, owner })),
  )
  .filter(({ name }) => !lock.packages[`node_modules/${name}`]);

for (const { name, version, owner } of missing) {
  const { license, dev, engines } = owner;
  const platform = readPlatform(name);
  if (!platform) throw new Error(`${name} names no platform: add it by hand`);
  lock.packages[`node_modules/${name}`] = {
    version,
    ...(dev && { dev }),
    license,
    optional: true,
    ...platform,
    ...(engines && { engines }),
  };
}
const { '': root, ...rest } = lock.packages;
const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(
  file,
  `${JSON.stringify({ ...lock, packages: { '': root, ...Object.fromEntries(sorted) } }, null, 2)}\n`,
);
console.log(`Added ${missing.length} platform packages.`);

/** `@img/sharp-linuxmusl-x64`, `cli-darwin-arm64` … say in their names what they are for. */
function readPlatform(name: string): { os?: string[]; cpu: string[]; libc?: string[] } | undefined {
  const parts = name.split('/').at(-1)?.split('-') ?? [];
  if (parts.includes('wasm32')) return { cpu: ['wasm32'] };
  const os = systems.find(system => parts.includes(system));
  const cpu = processors.find(processor => parts.includes(processor));
  if (!os || !cpu) return undefined;
  if (os !== 'linux') return { os: [os], cpu: [cpu] };
  if (parts.some(part => part.startsWith('musl'))) return { os: [os], cpu: [cpu], libc: ['musl'] };
  return parts.some(part => part.startsWith('gnu'))
    ? { os: [os], cpu: [cpu], libc: ['glibc'] }
    : { os: [os], cpu: [cpu] };
}
