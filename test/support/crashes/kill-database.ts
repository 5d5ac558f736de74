/** The effect of a power failure on a database server, as far as a test can simulate it. */
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Sends SIGKILL to the postmaster and all of its processes. False if none is running, as after the last kill.
 */
export function killDatabase(dataDir: string): boolean {
  const postmaster = findPostmaster(join(dataDir, 'postgres'));
  if (postmaster === undefined) return false;
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => readParent(pid) === postmaster);
  for (const pid of [postmaster, ...children.map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }
  return true;
}

/** A file that a killed server left behind may name a process that is now another program. */
function findPostmaster(folder: string): number | undefined {
  try {
    const [pid] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder) ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

function readParent(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
