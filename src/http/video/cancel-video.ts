/** POST /v1/videos/{id}/cancel: ends a task that has not ended, uncharged; answers with its record. */
import type { Database } from '../../db/open.ts';
import { cancelTask } from '../../tasks/cancel-task.ts';
import { ownTask } from '../own-task.ts';
import type { Call } from '../route.ts';
import { toVideoRecord } from './wire.ts';

export function cancelVideo({
  db,
  retentionHours,
  currency,
}: {
  db: Database;
  retentionHours: number;
  currency: string;
}) {
  return async ({ params, token, baseUrl, language }: Call) => {
    const publicId = params['id'] ?? '';
    const mine = { accountId: token.accountId, interface: 'video' } as const;
    await cancelTask(db, { publicId, ...mine, retentionHours });
    const task = await ownTask(db, publicId, mine);
    return toVideoRecord(task, { baseUrl, language, currency });
  };
}
