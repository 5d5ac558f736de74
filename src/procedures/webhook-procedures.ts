/** webhook list | show | redeliver | test | receivers | secret. */
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { systemClock } from '../lib/clock.ts';
import { accountSecret } from '../webhooks/account-secret.ts';
import {
  failingReceivers,
  findHook,
  type HookLine,
  hookStates,
  pageOfHooks,
  triesOfHook,
} from '../webhooks/read-hooks.ts';
import { redeliverHook } from '../webhooks/redeliver-hook.ts';
import { limitTests } from '../webhooks/limit-tests.ts';
import { sendTest } from '../webhooks/send-test.ts';
import { shownSecret } from '../webhooks/sign.ts';
import { limit } from './fields.ts';
import { procedure, type Context } from './procedure.ts';
import { accountOf, accountToRead, hasRole, userToRead } from './scope.ts';
import { shownUrl } from './shown-url.ts';

const hookId = z.uuid();
const hook = hookId.describe('Its id.');
/** An operator who names none reads those of all. */
const whose = z
  .string()
  .optional()
  .describe('By name or id; your own, for an operator all, unless you say so.');

const tests = limitTests(systemClock);

export const webhookProcedures = [
  procedure({
    name: 'webhook list',
    says: 'Webhooks, newest first: what they tell of, and how that goes.',
    who: 'member',
    changes: false,
    input: z.strictObject({
      account: whose,
      state: z.enum(hookStates).optional().describe('telling, told, gone or given_up.'),
      limit,
      before: hookId.optional().describe('The last webhook of the page before.'),
    }),
    run: async (context, { account, state, before, limit: most }) => {
      const scope = { accountId: await accountToRead(context, account), userId: userToRead(context) };
      if (before !== undefined && !(await findHook(context.db, before, scope)))
        throw new AppError('hook_unknown', { hook: before });
      const hooks = await pageOfHooks(context.db, { ...scope, state, before, limit: most });
      return hooks.map(line => toRecord(context, line));
    },
  }),
  procedure({
    name: 'webhook show',
    says: 'One webhook with every try, newest first.',
    who: 'member',
    changes: false,
    word: 'hook',
    input: z.strictObject({ hook }),
    run: async (context, input) => {
      const line = await hookOf(context, input.hook);
      const tries = await triesOfHook(context.db, line.id);
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
    says: 'Tell a webhook the end of its task once more, at once; earlier tries stay in its list.',
    who: 'member',
    changes: true,
    word: 'hook',
    input: z.strictObject({ hook }),
    run: async (context, input) => {
      const { id, accountId, task } = await hookOf(context, input.hook);
      if (!(await redeliverHook(context.db, id, accountId)))
        throw new AppError('hook_busy', { hook: id, task });
      await context.note({ accountId, object: id, after: { task } });
      return { hook: id, task, state: 'telling' };
    },
  }),
  procedure({
    name: 'webhook test',
    says: 'Post one signed test message to an address at once, and tell how that went.',
    who: 'member',
    changes: true,
    word: 'url',
    input: z.strictObject({ url: z.string().min(1).describe('Where to.') }),
    run: async ({ db, actor, checkHook, note }, input) => {
      tests.refuse(actor.accountId);
      const url = checkHook(input.url, 'url');
      // The rest of an address can hold a key.
      await note({ accountId: actor.accountId, object: new URL(url).origin });
      return { url, secret: await accountSecret(db, actor.accountId) };
    },
    // Ten seconds may go by: no time to keep a transaction open.
    afterwards: async ({ actor, post }, message) => {
      const { outcome, tookMs } = await tests.send(actor.accountId, () =>
        sendTest(message, { post, clock: systemClock }),
      );
      return { status: null, error: null, ...outcome, took_ms: tookMs };
    },
  }),
  procedure({
    name: 'webhook receivers',
    says: 'Receivers whose last answers were all failures, and until when nothing is posted there.',
    who: 'member',
    changes: false,
    input: z.strictObject({ account: whose }),
    run: async (context, { account }) => {
      const receivers = await failingReceivers(context.db, await accountToRead(context, account));
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
    says: 'Show the secret that signs what webhooks are told (Standard Webhooks); who looked is written down.',
    who: 'owner',
    // It changes nothing but the audit log.
    changes: true,
    input: z.strictObject({
      account: z.string().optional().describe('By name or id; your own unless you say so.'),
    }),
    run: async (context, { account }) => {
      const accountId = await accountOf(context, account);
      await context.note({ accountId, object: accountId });
      return { secret: shownSecret(await accountSecret(context.db, accountId)) };
    },
  }),
];

/** Throws AppError `hook_unknown`, also for one that is not the actor's. */
async function hookOf(context: Context, id: string): Promise<HookLine> {
  const accountId = hasRole(context.actor, 'operator') ? undefined : context.actor.accountId;
  const found = await findHook(context.db, id, { accountId, userId: userToRead(context) });
  if (!found) throw new AppError('hook_unknown', { hook: id });
  return found;
}

function toRecord(context: Context, line: HookLine) {
  return {
    hook: line.id,
    account: line.accountId,
    task: line.task,
    task_prompt: line.prompt,
    url: shownUrl(context, line.url),
    state: line.state,
    last_status: line.lastStatus,
    last_error: line.lastError,
    attempts: line.tries,
    created: line.createdAt.toISOString(),
    ended: line.endedAt?.toISOString() ?? null,
  };
}
