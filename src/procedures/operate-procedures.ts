/** setting list, overview show. */
import { z } from 'zod';
import { readOverview } from '../operate/overview.ts';
import { attentionIn } from './attention.ts';
import { money } from './fields.ts';
import { procedure } from './procedure.ts';

export const operateProcedures = [
  procedure({
    name: 'setting list',
    says: 'Every setting of this server: what it is, where that comes from, and what is allowed. Secrets are hidden.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    run: async ({ settings, language }) =>
      settings.map(setting => ({
        name: setting.name,
        value: setting.value ?? null,
        source: setting.source,
        default: setting.default ?? null,
        allowed: setting.allowed[language],
        says: setting.says[language],
      })),
  }),
  procedure({
    name: 'overview show',
    says: 'How the server does just now, and what wants attention.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    run: async context => {
      const { ended, succeeded, waits, revenueMicros, ...counts } = await readOverview(context.db);
      return {
        ...counts,
        success_hour: ended > 0 ? succeeded / ended : null,
        ended_hour: ended,
        median_wait: waits.map(({ tier, seconds }) => ({ tier, seconds: seconds ?? null })),
        revenue_today: money(revenueMicros),
        currency: context.currency,
        attention: await attentionIn(context),
      };
    },
  }),
];
