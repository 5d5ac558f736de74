// Run by npm after an install, on whatever Node the machine has: removes what the package of Node brings and
// nobody needs, and builds the Console ahead of its first use. The packed product brings it, and a checkout
// without its development dependencies cannot build it: then there is nothing to do. It never fails the
// install: what is not built here is built at first use.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, isNewEnough, nodePackage } from './find-node.js';

const inRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const isCheckout = existsSync(inRoot('src'));
const packagedNode = nodePackage();

if (packagedNode) {
  // Headers for compiling add-ons: 67 MB, and nothing here is compiled.
  remove('include');
  // A checkout runs its tools on it. An installed product needs no second Node of 122 MB.
  if (!isCheckout && machineHasNode()) remove('bin');
}

if (isCheckout && existsSync(inRoot('node_modules/vite'))) {
  const node = findNode();
  const options = { stdio: 'ignore', timeout: 120_000 };
  const result = node && spawnSync(node, [inRoot('src/app/start/build-console.ts')], options);
  if (result?.status !== 0) process.stdout.write('The Console will be built at first use.\n');
}

function remove(part) {
  rmSync(join(packagedNode, part), { recursive: true, force: true });
}

/** Whether npm itself runs on a Node that is new enough, and not on the packaged one. */
function machineHasNode() {
  const path = process.env.npm_node_execpath;
  if (!path || path.startsWith(packagedNode + sep)) return false;
  return isNewEnough(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '');
}
