// Finds the Node that Kinora runs on: the one that runs this file if it is new enough,
// else the one that npm installed.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const isWindows = process.platform === 'win32';

/** The path of a Node 24 or newer; undefined when npm has no package of it for this platform. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'bin', isWindows ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
}
