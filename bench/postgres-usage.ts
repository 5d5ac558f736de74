/** The processor time of a PostgreSQL with all of its processes, as Linux reports it. */
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

/** See usage.ts. */
const ticksASecond = 100;

/** CPU seconds since the start of the server. NaN where there is no /proc. */
export async function postgresCpuSeconds(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const postmaster = (await readProcess(rows[0].pid))?.parent;
    const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number);
    const all = await Promise.all(pids.map(async pid => ({ pid, ...(await readProcess(pid)) })));
    const serverProcesses = all.filter(({ pid, parent }) => pid === postmaster || parent === postmaster);
    return serverProcesses.reduce((total, { ticks = 0 }) => total + ticks, 0) / ticksASecond;
  } catch {
    return Number.NaN;
  } finally {
    await client.end();
  }
}

/**
 * Returns undefined for a process that has ended. `ticks`: with those of its children that
 * have ended (proc_pid_stat(5)).
 */
async function readProcess(
  pid: number,
): Promise<{ readonly parent: number; readonly ticks: number } | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (stat === '') return undefined;
  const fields = stat
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  return {
    parent: fields[1] ?? 0,
    ticks: fields.slice(11, 15).reduce((total, ticks) => total + ticks, 0),
  };
}
