/** margin show | losses: what engines cost the operator, and what they earned. */
import { z } from 'zod';
import { errorText } from '@kinora/shared/errors/errors';
import { calendarNow } from '@kinora/shared/clock';
import { listLostWork, marginKeys, readMargin } from '../../../core/operate/margin.ts';
import { limit, money, choiceList } from '../fields/fields.ts';
import { readPeriod, recentPeriod } from '../fields/period.ts';
import { when } from '../fields/when.ts';
import { procedure } from '../procedure.ts';
import { count, decimal, time } from '../records/values.ts';

const dayMs = 86_400_000;
const key = z.string().nullable().optional();

export const marginProcedures = [
  procedure({
    name: 'margin show',
    description: 'Show what clients paid, what engines cost the operator, and the difference.',
    who: 'operator',
    changes: false,
    isReport: true,
    input: z.strictObject({
      by: choiceList(marginKeys)
        .default(['engine'])
        .describe('Group by, comma-separated: day, model, engine. Default: engine.'),
      ...recentPeriod,
    }),
    output: z.array(
      z.strictObject({
        day: key,
        model: key,
        engine: key,
        tasks: count,
        charged: decimal.describe('What clients paid, without refunds.'),
        cost: decimal.describe('What providers charge, as routes or engines say.'),
        lost: decimal.describe('The part of the cost for tasks that failed or were cancelled.'),
        margin: decimal,
        currency: z.string(),
      }),
    ),
    run: async ({ db, currency }, input) => {
      const groupKeys = marginKeys.filter(one => input.by.includes(one));
      const { from, to } = readPeriod(input);
      return (await readMargin(db, { by: groupKeys, from, to })).map(({ keys, tasks, ...sums }) => ({
        ...Object.fromEntries(groupKeys.map((one, index) => [one, keys[index] ?? null])),
        tasks,
        charged: money(sums.chargedMicros),
        cost: money(sums.costMicros),
        lost: money(sums.lostMicros),
        margin: money(sums.chargedMicros - sums.costMicros),
        currency,
      }));
    },
  }),
  procedure({
    name: 'margin losses',
    description:
      'List jobs that may have cost you money although the client received nothing. Without a known cost as well.',
    who: 'operator',
    changes: false,
    isReport: true,
    input: z.strictObject({
      since: when.optional().describe('Default: 30 days ago.'),
      limit,
    }),
    output: z.array(
      z.strictObject({
        task: z.string(),
        model: z.string(),
        engine: z.string(),
        at: time,
        code: z.string(),
        message: z.string(),
        cost: decimal.nullable().describe('Null: not known, because neither the route nor the engine says.'),
        job: z.string().nullable().describe('What the provider calls the job; null: not known.'),
        currency: z.string(),
      }),
    ),
    run: async ({ db, currency, language }, input) => {
      const since = input.since ?? new Date(calendarNow() - 30 * dayMs);
      const lostWork = await listLostWork(db, since, input.limit);
      return lostWork.map(({ at, code, details, costMicros, ...line }) => ({
        ...line,
        at: at.toISOString(),
        code,
        message: errorText(code, details, language),
        cost: costMicros === null ? null : money(costMicros),
        currency,
      }));
    },
  }),
];
