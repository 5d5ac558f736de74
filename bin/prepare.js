// Run by npm after an install, on whatever Node the machine has: builds the sketch engine's subject pack and the
// Console ahead of their first use. The packed product brings both, and a checkout without its development
// dependencies cannot build them: then there is nothing to do.
// It never fails the install: what is not built here is built at first use.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findNode } from './find-node.js';

const inRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const steps = [
  [
    'subject pack',
    'packages/sketch/src/subjects/build-subject-pack.ts',
    inRoot('node_modules/.cache/kinora'),
  ],
  ['Console', 'src/app/start/build-console.ts'],
];
const canBuild = ['src', 'node_modules/vite'].every(path => existsSync(inRoot(path)));
const node = findNode();

for (const [name, path, ...args] of canBuild ? steps : []) {
  const result =
    node !== undefined
      ? spawnSync(node, [inRoot(path), ...args], { stdio: 'ignore', timeout: 120_000 })
      : undefined;
  if (result?.status !== 0) process.stdout.write(`The ${name} will be built at first use.\n`);
}
