// Run by npm after an install, on whatever Node the machine has: removes the headers for compiling add-ons
// that the packages of Node bring (67 MB, and nothing here is compiled), and builds the Console ahead of its
// first use. The packed product brings it, and a checkout without its development dependencies cannot build
// it: then there is nothing to do. It never fails the install: what is not built here is built at first use.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findNode } from './find-node.js';

const inRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const canBuild = ['src', 'node_modules/vite'].every(path => existsSync(inRoot(path)));
const node = findNode();

for (const platform of ['linux-x64', 'linux-arm64', 'win-x64'])
  rmSync(inRoot(`node_modules/node-${platform}/include`), { recursive: true, force: true });

if (canBuild) {
  const options = { stdio: 'ignore', timeout: 120_000 };
  const result = node && spawnSync(node, [inRoot('src/app/start/build-console.ts')], options);
  if (result?.status !== 0) process.stdout.write('The Console will be built at first use.\n');
}
