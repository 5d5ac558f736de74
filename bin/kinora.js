#!/usr/bin/env node
// Starts Kinora on Node 24: the one that runs this file if it is new enough, else the one that npm installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import(main);
} else {
  const node = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  if (!existsSync(node)) {
    process.stderr.write(
      `Kinora needs Node 24; this is ${process.version}, and npm installed none for this platform. Install Node 24.\n`,
    );
    process.exit(1);
  }
  // The channel tells the child when this process dies, however that happens.
  const child = spawn(node, [main, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // A terminal sends Ctrl-C to the child as well; a supervisor sends it to this process alone.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
