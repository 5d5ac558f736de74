/** /livez: the process responds. /readyz: it can serve requests. Neither calls an engine. */
import type { Queryable } from '../../db/open.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../errors.ts';
import { diskSpaceOf, type DiskSpace } from '../../lib/disk-space.ts';

const ping = statement('ping', 'select name from migrations order by name desc limit 1');

/** With less, the next clip or database page may not fit. */
const leastFreeBytes = 64 * 1024 * 1024;

export interface HealthParts {
  readonly db: Queryable;
  /** The folder of the stored files and the built-in database. */
  readonly dataDir: string;
  readonly readDiskSpace?: typeof diskSpaceOf;
  readonly isDraining: () => boolean;
}

export function livez({ isDraining }: HealthParts) {
  return async () => {
    if (isDraining()) throw new AppError('shutting_down');
    return { status: 'ok' };
  };
}

export function readyz({ db, dataDir, readDiskSpace = diskSpaceOf, isDraining }: HealthParts) {
  return async () => {
    if (isDraining()) throw new AppError('shutting_down');
    const [migration] = await db.query<{ name: string }>(ping);
    const space = await readDiskSpace(dataDir);
    if (space && space.freeBytes < leastFreeBytes) throw new AppError('disk_full', inMegabytes(space));
    return { status: 'ok', database: 'ok', migration: migration?.name };
  };
}

function inMegabytes({ freeBytes }: DiskSpace) {
  const whole = (bytes: number) => Math.floor(bytes / (1024 * 1024));
  return { free: whole(freeBytes), least: whole(leastFreeBytes) };
}
