#!/usr/bin/env node
// Starts Kinora on Node 24: the one that runs this file if it is new enough, else the one that npm installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findNode } from './find-node.js';
import { allocator, heap } from './server-memory.js';

const isServer = ['serve', 'try'].includes(process.argv[2] ?? '');
const [heapOption] = heap.split('=');
/** Here, or by the operator, who may want another size. */
const isSetUp = [...process.execArgv, process.env.NODE_OPTIONS].some(argument =>
  argument?.includes(heapOption),
);
if (isServer && !isSetUp && process.platform === 'linux' && process.execve) {
  // Read when a process begins, so this one begins anew, under the same id.
  process.execve(process.execPath, [process.execPath, heap, ...process.execArgv, ...process.argv.slice(1)], {
    ...allocator,
    ...process.env,
  });
}

const inRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * A checkout runs its TypeScript. Without development dependencies, as in the packed
 * product, the built JavaScript runs.
 */
const isCheckout = ['src/app/cli/main.ts', 'node_modules/vite'].every(path => existsSync(inRoot(path)));
const main = inRoot(isCheckout ? 'src/app/cli/main.ts' : 'dist/src/app/cli/main.js');
if (!existsSync(main))
  fail(
    'Kinora cannot start: the development dependencies are not installed, and there is no build in dist/. ' +
      'Run `npm ci`, or install a package (docs/install.md).',
  );

// Node keeps what it compiled, for this process and those that it starts: that halves the time of a start.
process.env.NODE_COMPILE_CACHE ??= inRoot('node_modules/.cache/kinora/compiled');

const node = findNode();
if (node === undefined)
  fail(
    `Kinora needs Node 24; this is ${process.version}, and npm installed none for this platform. Install Node 24.`,
  );

if (node === process.execPath) {
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(main));
} else {
  // The channel tells the child when this process dies, however that happens.
  const child = spawn(node, [...(isServer && !isSetUp ? [heap] : []), main, ...process.argv.slice(2)], {
    env: { ...allocator, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // A terminal sends Ctrl-C to the child as well; a supervisor sends it to this process alone.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
