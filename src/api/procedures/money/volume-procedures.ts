/** volume show | set: discounts from a spending in a month on. */
import { z } from 'zod';
import { formatMicros, parseMicros } from '@kinora/shared/money';
import { fieldInvalid } from '@kinora/shared/errors/errors';
import {
  readVolumeDiscounts,
  readVolumeStanding,
  setVolumeDiscounts,
  type VolumeStep,
} from '../../../core/billing/volume-discounts.ts';
import { percentText } from '../../../core/payments/receipts/receipt-document.ts';
import { list, money, orNone } from '../fields/fields.ts';
import { procedure, type Context } from '../procedure.ts';
import { auditIn } from '../run-procedure.ts';
import { decimal } from '../records/values.ts';
import { resolveAccount } from '../scope.ts';

const maxSteps = 20;

const step = z.strictObject({
  from: decimal.describe('From this spending in a calendar month on.'),
  percent: z.string().describe('Percent off.'),
});
const table = z.strictObject({
  account: z.string().nullable().describe('Account; null: the table of all accounts that have no own one.'),
  steps: z.array(step),
  spent: decimal.nullable().describe('What the account spent this month, without what is held.'),
  percent: z.string().nullable().describe('Percent off that applies to the account now.'),
});

export const volumeProcedures = [
  procedure({
    name: 'volume show',
    description: 'Show the discounts for spending in a month, and what applies to an account now.',
    who: 'owner',
    changes: false,
    word: 'account',
    input: z.strictObject({
      account: z.string().default('all').describe('Account name or ID. "all": the table of all accounts.'),
    }),
    output: table,
    run: async (context, { account }) =>
      show(context, account === 'all' ? undefined : await resolveAccount(context, account)),
  }),
  procedure({
    name: 'volume set',
    description:
      'Set the discounts for spending in a month, of all accounts or of one. Those of all apply within a few minutes.',
    who: 'operator',
    changes: true,
    isOwnTransaction: true,
    word: 'steps',
    input: z.strictObject({
      steps: orNone(list).describe(
        'From this spending on, this percent off: 100=5,500=10. "none": no discounts; for an account: those of all.',
      ),
      account: z.string().optional().describe('Account name or ID. Default: all accounts without own steps.'),
    }),
    output: table,
    run: async (context, { steps, account }) => {
      const accountId = account === undefined ? undefined : await resolveAccount(context, account);
      const { actor, database } = context;
      const volumeSteps = parseSteps(steps ?? []);
      await database.transaction(async tx => {
        const before = await show({ db: tx }, accountId);
        await setVolumeDiscounts(tx, accountId, volumeSteps);
        const after = await show({ db: tx }, accountId);
        await auditIn(
          tx,
          actor,
          'volume set',
        )({
          accountId,
          object: accountId ?? 'volume discounts',
          before: { steps: before.steps },
          after: { steps: after.steps },
        });
      });
      return show(context, accountId);
    },
  }),
];

/** Returns the steps of an account, or those of all accounts if it has no steps of its own. */
async function show({ db }: Pick<Context, 'db'>, accountId: string | undefined) {
  const standing = accountId === undefined ? undefined : await readVolumeStanding(db, accountId);
  const steps = await readVolumeDiscounts(db, standing?.hasOwnSteps === true ? accountId : undefined);
  return {
    account: accountId ?? null,
    steps: steps.map(({ fromMicros, percentMicros }) => ({
      from: formatMicros(fromMicros),
      percent: percentText(percentMicros),
    })),
    spent: money(standing?.spentMicros),
    percent: standing ? percentText((1_000_000n - standing.factorMicros) * 100n) : null,
  };
}

/** Throws AppError `field_invalid`. */
function parseSteps(texts: readonly string[]): VolumeStep[] {
  const steps = texts.map(readStep).sort((one, other) => (one.fromMicros < other.fromMicros ? -1 : 1));
  const isRising = steps.every(({ fromMicros, percentMicros }, index) => {
    const before = steps[index - 1];
    return !before || (fromMicros > before.fromMicros && percentMicros > before.percentMicros);
  });
  if (!isRising || steps.length > maxSteps) throw fieldInvalid('steps', 'volume_steps');
  return steps;
}

function readStep(text: string): VolumeStep {
  const [, from = '', percent = ''] = /^([\d.]+)\s*[=:]\s*([\d.]+)\s*%?$/.exec(text) ?? [];
  try {
    const step = { fromMicros: parseMicros(from), percentMicros: parseMicros(percent) };
    const { fromMicros, percentMicros } = step;
    // A factor has six places, so a percentage has four.
    const isGood =
      fromMicros > 0n && fromMicros <= mostMicros && percentMicros > 0n && percentMicros <= hundredPercent;
    if (isGood && percentMicros % 100n === 0n) return step;
  } catch {
    // The problem is reported below.
  }
  throw fieldInvalid('steps', 'volume_steps');
}

const hundredPercent = 100_000_000n;
const mostMicros = parseMicros('1000000000');
