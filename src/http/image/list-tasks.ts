/** POST /mj/task/list-by-condition: the records of the ids given; unknown and foreign ones are left out. */
import type { Queryable } from '../../db/open.ts';
import { viewTasks } from '../../tasks/task-view.ts';
import type { Call } from '../route.ts';
import { toTaskRecord, type listBody } from './wire.ts';
import type { z } from 'zod';

const maxIds = 1000;

export function listTasks({ db, currency }: { db: Queryable; currency: string }) {
  return async ({ body, token, baseUrl, language }: Call<z.infer<typeof listBody>>) => {
    const ids = body.ids ?? [];
    if (ids.length === 0) return [];
    const tasks = await viewTasks(db, ids, { accountId: token.accountId, interface: 'image', limit: maxIds });
    return tasks.map(task => toTaskRecord(task, { baseUrl, language, currency }));
  };
}
