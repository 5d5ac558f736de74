/** webhook list | show | redeliver | test | receivers | secret | rotate. */
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { systemClock } from '@kinora/shared/clock';
import { ownAccount, ownOrAllAccounts } from '../fields/account-fields.ts';
import { accountSecrets, replaceSecret } from '../../../core/webhooks/account-secret.ts';
import {
  failingReceivers,
  findHook,
  type HookSummary,
  pageOfHooks,
  attemptsOfHook,
} from '../../../core/webhooks/read-hooks.ts';
import { parseDeliveryState, deliveryStates, earlierStates } from '../../../core/webhooks/delivery-state.ts';
import { redeliverHook } from '../../../core/webhooks/redeliver-hook.ts';
import { limitTests } from '../../../core/webhooks/limit-tests.ts';
import { sendTest } from '../../../core/webhooks/send-test.ts';
import { shownSecret } from '../../../core/webhooks/sign.ts';
import { limit, seconds } from '../fields/fields.ts';
import { time } from '../records/values.ts';
import { procedure, procedureInSteps, type Context } from '../procedure.ts';
import { resolveAccount, accountToRead, hasRole, userToRead } from '../scope.ts';
import { shownUrl } from '../engines/shown-url.ts';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import { receiverRecord, webhookRecord, webhookTest, webhookWithTries } from '../records/webhook-record.ts';

const hookId = z.uuid();
const hook = hookId.describe('Webhook ID.');

const tests = limitTests(systemClock);

export const webhookProcedures = [
  procedure({
    name: 'webhook list',
    description: 'List webhooks with their tasks and delivery states, newest first.',
    who: 'member',
    changes: false,
    input: z.strictObject({
      account: ownOrAllAccounts,
      state: z
        .enum([...deliveryStates, ...earlierStates])
        .optional()
        .describe('Delivery state: delivering, delivered, failed or gone.'),
      limit: limit.describe('Number of entries. Default: 100.'),
      before: hookId.optional().describe('ID of the last webhook of the previous page.'),
    }),
    output: z.array(webhookRecord),
    run: async (context, { account, state, before, limit: most }) => {
      const scope = { accountId: await accountToRead(context, account), userId: userToRead(context) };
      if (before !== undefined && !(await findHook(context.db, before, scope)))
        throw new AppError('hook_unknown', { hook: before });
      const hooks = await pageOfHooks(context.db, {
        ...scope,
        state: state && parseDeliveryState(state),
        before,
        limit: most,
      });
      return hooks.map(line => toRecord(context, line));
    },
  }),
  procedure({
    name: 'webhook show',
    description: 'Show a webhook with its delivery attempts, newest first.',
    who: 'member',
    changes: false,
    word: 'hook',
    input: z.strictObject({ hook }),
    output: webhookWithTries,
    run: async (context, input) => {
      const line = await resolveHook(context, input.hook);
      const tries = await attemptsOfHook(context.db, line.id);
      return {
        ...toRecord(context, line),
        tries: tries.map(({ at, messageId, tookMs, ...rest }) => ({
          at: at.toISOString(),
          message_id: messageId,
          ...rest,
          took_ms: tookMs,
        })),
      };
    },
  }),
  procedure({
    name: 'webhook redeliver',
    description: 'Redeliver the final event of a webhook immediately. Earlier attempts stay listed.',
    who: 'member',
    changes: true,
    word: 'hook',
    input: z.strictObject({ hook }),
    output: z.strictObject({ hook: z.string(), task: z.string(), state: z.literal('delivering') }),
    run: async (context, input) => {
      const { id, accountId, task } = await resolveHook(context, input.hook);
      if (!(await redeliverHook(context.db, id, accountId)))
        throw new AppError('hook_busy', { hook: id, task });
      await context.note({ accountId, object: id, after: { task } });
      return { hook: id, task, state: 'delivering' as const };
    },
  }),
  procedureInSteps({
    name: 'webhook test',
    description: 'Send a signed test event to a URL and show the response.',
    who: 'member',
    changes: true,
    word: 'url',
    input: z.strictObject({ url: z.string().min(1).describe('URL to send the event to.') }),
    output: webhookTest,
    run: async ({ db, actor, checkHook, note }, input) => {
      tests.check(actor.accountId);
      const url = checkHook(input.url, 'url');
      // The rest of an address can hold a key.
      await note({ accountId: actor.accountId, object: new URL(url).origin });
      return { url, secrets: await accountSecrets(db, actor.accountId) };
    },
    // The test may take ten seconds, which is too long for a transaction.
    afterwards: async ({ actor, post }, message) => {
      const { outcome, tookMs } = await tests.send(actor.accountId, () =>
        sendTest({ ...message, accountId: actor.accountId }, { post, clock: systemClock }),
      );
      return { status: null, error: null, ...outcome, took_ms: tookMs };
    },
  }),
  procedure({
    name: 'webhook receivers',
    description: 'List failing webhook receivers and when delivery to them resumes.',
    who: 'member',
    changes: false,
    input: z.strictObject({ account: ownOrAllAccounts }),
    output: z.array(receiverRecord),
    run: async (context, { account }) => {
      const scope = { accountId: await accountToRead(context, account), userId: userToRead(context) };
      const receivers = await failingReceivers(context.db, scope);
      return receivers.map(receiver => ({
        account: receiver.accountId,
        account_name: receiver.account,
        origin: receiver.origin,
        failures: receiver.failures,
        failing_since: receiver.failingSince.toISOString(),
        off_until: receiver.offUntil?.toISOString() ?? null,
      }));
    },
  }),
  procedure({
    name: 'webhook secret',
    description:
      'Show the secret that signs webhooks (Standard Webhooks). Access is recorded in the audit log.',
    who: 'owner',
    // It changes nothing but the audit log.
    changes: true,
    input: z.strictObject({
      account: ownAccount,
    }),
    output: z.strictObject({ secret: z.string() }),
    run: async (context, { account }) => {
      const accountId = await resolveAccount(context, account);
      await context.note({ accountId, object: accountId });
      const [secret = new Uint8Array()] = await accountSecrets(context.db, accountId);
      return { secret: shownSecret(secret) };
    },
  }),
  procedure({
    name: 'webhook rotate',
    description:
      'Replace the secret that signs webhooks. For --overlap seconds, messages are signed with the old secret as well; an earlier one ends.',
    who: 'owner',
    changes: true,
    input: z.strictObject({
      account: ownAccount,
      overlap: seconds
        .default(86_400)
        .describe('Seconds that the old secret signs as well. Default: 86400 (one day). 0 if it has leaked.'),
    }),
    output: z.strictObject({ secret: z.string(), old_until: time }),
    run: async (context, { account, overlap }) => {
      const accountId = await resolveAccount(context, account);
      const { secret, until } = await replaceSecret(context.db, accountId, overlap);
      await context.note({ accountId, object: accountId, after: { overlap } });
      return { secret: shownSecret(secret), old_until: until.toISOString() };
    },
  }),
];

/** Throws AppError `hook_unknown`, also for one that is not the actor's. */
async function resolveHook(context: Pick<Context, 'actor' | 'db'>, id: string): Promise<HookSummary> {
  const accountId = hasRole(context.actor, 'operator') ? undefined : context.actor.accountId;
  const match = await findHook(context.db, id, { accountId, userId: userToRead(context) });
  if (!match) throw new AppError('hook_unknown', { hook: id });
  return match;
}

function toRecord(
  context: Pick<Context, 'actor' | 'notifyHook'>,
  line: HookSummary,
): ReadOnly<z.output<typeof webhookRecord>> {
  return {
    hook: line.id,
    account: line.accountId,
    task: line.task,
    task_prompt: line.prompt,
    url: shownUrl(context, line),
    state: line.state,
    last_status: line.lastStatus,
    last_error: line.lastError,
    attempts: line.tries,
    created: line.createdAt.toISOString(),
    ended: line.endedAt?.toISOString() ?? null,
  };
}
