/** /livez: the process answers. /readyz: it can serve. Neither ever calls an engine. */
import type { Queryable } from '../../db/open.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../errors.ts';

const ping = statement('ping', 'select name from migrations order by name desc limit 1');

export interface HealthParts {
  readonly db: Queryable;
  readonly isDraining: () => boolean;
}

export function livez({ isDraining }: HealthParts) {
  return async () => {
    if (isDraining()) throw new AppError('shutting_down');
    return { status: 'ok' };
  };
}

export function readyz({ db, isDraining }: HealthParts) {
  return async () => {
    if (isDraining()) throw new AppError('shutting_down');
    const [migration] = await db.query<{ name: string }>(ping);
    return { status: 'ok', database: 'ok', migration: migration?.name };
  };
}
