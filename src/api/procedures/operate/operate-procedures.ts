/** setting list, overview show | history. */
import { z } from 'zod';
import { errorText } from '@kinora/shared/errors/errors';
import { measureDiskSpace } from '../../../platform/lib/disk/disk-space.ts';
import { readHistory } from '../../../core/operate/overview/history.ts';
import { readOverview } from '../../../core/operate/overview/overview.ts';
import { attentionIn } from './attention.ts';
import { money } from '../fields/fields.ts';
import { procedure } from '../procedure.ts';
import { history, overview, settingRecord } from '../records/operate-record.ts';

export const operateProcedures = [
  procedure({
    name: 'setting list',
    description:
      'List the settings of this server with their values, sources and allowed values. Secrets are hidden.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: z.array(settingRecord),
    run: async ({ settings, language }) =>
      settings.map(setting => ({
        name: setting.name,
        value: setting.value ?? null,
        source: setting.source,
        default: setting.default ?? null,
        allowed: setting.allowed[language],
        description: setting.description[language],
      })),
  }),
  procedure({
    name: 'overview show',
    description: 'Show the current state of the server and what needs attention.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: overview,
    run: async context => {
      const {
        ended: endedCount,
        succeeded: succeededCount,
        waits,
        revenueMicros,
        ...counts
      } = await readOverview(context.db);
      return {
        ...counts,
        success_hour: endedCount > 0 ? succeededCount / endedCount : null,
        ended_hour: endedCount,
        median_wait: waits.map(({ tier, seconds }) => ({ tier, seconds: seconds ?? null })),
        revenue_today: money(revenueMicros),
        currency: context.currency,
        attention: await attentionIn(context),
      };
    },
  }),
  procedure({
    name: 'overview history',
    description:
      'Show the last 24 hours by hour: finished tasks, queue times, causes of failures and disk usage.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: history,
    run: async ({ db, dataDir, language }) => {
      const { hours, failures, stored: storedBytes } = await readHistory(db);
      const space = await measureDiskSpace(dataDir);
      return {
        hours: hours.map(({ at, medianWait, longWait, ...counts }) => ({
          at: at.toISOString(),
          ...counts,
          median_wait: medianWait,
          long_wait: longWait,
        })),
        failures: failures.map(({ code, details, task, at, tasks }) => ({
          code,
          message: errorText(code, details, language),
          tasks,
          newest: { task, at: at.toISOString() },
        })),
        disk: { ...storedBytes, free: space?.freeBytes ?? null, total: space?.totalBytes ?? null },
      };
    },
  }),
];
