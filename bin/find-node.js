// Finds the Node that Kinora runs on: the one that runs this file if it is new enough,
// else the one that npm installed.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const isWindows = process.platform === 'win32';

/** Whether Kinora runs on a Node of this version, `v24.1.0`. */
export function isNewEnough(version) {
  return Number(version.replace('v', '').split('.')[0]) >= 24;
}

/** The path of a Node 24 or newer. Undefined if npm installed none for this platform. */
export function findNode() {
  if (isNewEnough(process.version)) return process.execPath;
  const folder = nodePackage();
  const path = folder && join(folder, 'bin', isWindows ? 'node.exe' : 'node');
  return path && existsSync(path) ? path : undefined;
}

/** The folder of the Node that npm installed: below this package, or beside it. */
export function nodePackage() {
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}
