/**
 * node scripts/build-packages.ts [folder]: writes kinora-client and kinora-ai-sdk as they are published, each
 * a folder with one JavaScript file, its types, the README and the license. Default: out/packages.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('../', import.meta.url));
/** The order matters: the second one has types of the first one. */
const folders = ['client', 'ai-sdk'] as const;

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  /** What only the published package has: here, npm would install the peers of a package with the server. */
  readonly publishConfig?: object;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildPackages(resolve(process.argv[2] ?? join(root, 'out/packages')));

/** Returns the folders of the packages, by name. */
export async function buildPackages(target: string): Promise<Readonly<Record<string, string>>> {
  const foldersByName: Record<string, string> = {};
  for (const folder of folders) {
    const source = join(root, 'packages', folder);
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
    const output = join(target, manifest.name);
    rmSync(output, { recursive: true, force: true });
    mkdirSync(output, { recursive: true });
    await bundle(source, output, Object.keys(manifest.dependencies ?? {}));
    writeTypes(source, output, foldersByName);
    writeFileSync(
      join(output, 'package.json'),
      `${JSON.stringify(toPublishedManifest(manifest), null, 2)}\n`,
    );
    copyFileSync(join(source, 'README.md'), join(output, 'README.md'));
    copyFileSync(join(root, 'LICENSE'), join(output, 'LICENSE'));
    foldersByName[manifest.name] = output;
  }
  return foldersByName;
}

async function bundle(source: string, output: string, external: string[]): Promise<void> {
  await build({
    input: join(source, 'src/index.ts'),
    platform: 'neutral',
    external,
    output: { file: join(output, 'index.js'), format: 'esm' },
    logLevel: 'warn',
  });
}

/** `paths`: where the packages are that were built before. */
function writeTypes(source: string, output: string, foldersByName: Readonly<Record<string, string>>): void {
  const config = join(output, 'tsconfig.json');
  const paths = Object.fromEntries(
    Object.entries(foldersByName).map(([name, folder]) => [name, [join(folder, 'index.d.ts')]]),
  );
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: join(source, 'src'),
        outDir: output,
        // Nothing but what all of its platforms have.
        types: [],
        lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
        paths,
      },
      include: [join(source, 'src')],
      exclude: [join(source, 'src/**/*.test.ts')],
    }),
  );
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {
    stdio: 'inherit',
  });
  rmSync(config);
  for (const file of globSync('**/*.d.ts', { cwd: output })) {
    const text = readFileSync(join(output, file), 'utf8');
    writeFileSync(join(output, file), text.replaceAll(/(['"])(\.{1,2}\/[^'"]*)\.ts\1/g, '$1$2.js$1'));
  }
}

function toPublishedManifest({ publishConfig, ...manifest }: Manifest): object {
  return {
    ...manifest,
    ...publishConfig,
    main: './index.js',
    types: './index.d.ts',
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
  };
}
