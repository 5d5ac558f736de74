/** token list | create | change | rotate | revoke | import. */
import { z } from 'zod';
import { ownAccount } from '../fields/account-fields.ts';
import {
  changeToken,
  createToken,
  lockToken,
  revokeToken,
  rotateToken,
} from '../../../core/accounts/change-token.ts';
import { tokenScopes, type TokenScope } from '../../../core/accounts/token-settings.ts';
import { listTokens } from '../../../core/accounts/tokens.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { checkGroup, unknownGroup } from './check-group.ts';
import { flag, list, name, orNever, orNone, seconds } from '../fields/fields.ts';
import { futureTime } from '../fields/when.ts';
import { procedure, type Context } from '../procedure.ts';
import { importTokens } from './import-tokens.ts';
import { importRecord } from '../records/import-record.ts';
import { toImportRecord } from './show-import.ts';
import { toTokenRecord, tokenRecord, tokenWithKey } from '../records/token-record.ts';
import { limitInputs, settingsIn, type LimitInput } from '../records/token-fields.ts';
import { resolveAccount, accountToRead, hasRole, resolveToken, userToRead } from '../scope.ts';

/** Each once, in the order in which they are named. */
const groups = list
  .transform(names => [...new Set(names)])
  .refine(names => names.length > 0 && names.length <= 10, reasonCode('groups_count'));
const token = z.string().describe('Token ID, or the visible prefix of its key.');

const scopeField = z
  .enum(tokenScopes)
  .describe(
    'Tasks it can read, cancel and delete. own: the tasks of its user, or those created with the token if it has no user. account: all tasks of the account; owners and operators only.',
  );

const alsoField = z
  .string()
  .describe(
    'A group of the other kind (video for an image group), so that one key works at both interfaces. The interface decides which group applies.',
  );

export const tokenProcedures = [
  procedure({
    name: 'token list',
    description: 'List tokens with their limits and spending. Keys are not shown.',
    who: 'member',
    changes: false,
    input: z.strictObject({ account: ownAccount }),
    output: z.array(tokenRecord),
    run: async (context, input) => {
      const accountId = await accountToRead(context, input.account);
      const tokens = await listTokens(context.db, { accountId, userId: userToRead(context) });
      return tokens.map(toTokenRecord);
    },
  }),
  procedure({
    name: 'token create',
    description: 'Create a token. Its key is shown only once.',
    who: 'member',
    changes: true,
    input: z.strictObject({
      group: groups.describe(
        'Group whose models it can use: image, video or another group. Several groups, comma-separated, create a token for each.',
      ),
      also: alsoField.optional(),
      scope: scopeField.default('own'),
      name: name.optional().describe('Token name.'),
      ...limitInputs,
      expires: orNever(futureTime).optional().describe('Expiry: a time, a duration such as 90d, or "never".'),
      account: ownAccount,
    }),
    output: z.union([tokenWithKey, z.array(tokenWithKey)]),
    run: async (context, input) => {
      rejectWideScope(context, input.scope);
      const accountId = await resolveAccount(context, input.account);
      const [group = '', ...otherGroups] = input.group;
      if (otherGroups.length > 0 && input.models) throw fieldInvalid('models', 'many_groups');
      if (otherGroups.length > 0 && input.also !== undefined) throw fieldInvalid('also', 'many_groups');
      const firstToken = await createOne(context, accountId, { ...input, group });
      if (otherGroups.length === 0) return firstToken;
      const otherTokens = [];
      for (const one of otherGroups)
        otherTokens.push(await createOne(context, accountId, { ...input, group: one }));
      return [firstToken, ...otherTokens];
    },
  }),
  procedure({
    name: 'token change',
    description: 'Update the name or the limits of a token, effective immediately. "none" removes a limit.',
    who: 'member',
    changes: true,
    word: 'token',
    input: z.strictObject({
      token,
      name: name.optional().describe('Token name.'),
      scope: scopeField.optional(),
      also: orNone(alsoField).optional(),
      ...limitInputs,
    }),
    output: tokenRecord,
    run: async (context, input) => {
      const { id } = await resolveToken(context, input.token);
      rejectWideScope(context, input.scope);
      await lockToken(context.db, id);
      const before = await resolveToken(context, id);
      const also = input.also === undefined ? before.also?.group : (input.also ?? undefined);
      const models = input.models === undefined ? before.models : input.models;
      if (input.models || input.also !== undefined)
        await checkGroup(context, { group: before.group, accountId: before.accountId, also, models });
      const changedToken = await changeToken(context.db, before.id, {
        ...before,
        ...settingsIn(input),
        also,
        name: input.name ?? before.name,
        scope: input.scope ?? before.scope,
      });
      if (!changedToken) throw new AppError('token_unknown', { token: input.token });
      const after = toTokenRecord(changedToken);
      await context.note({
        accountId: before.accountId,
        object: before.id,
        before: toTokenRecord(before),
        after,
      });
      return after;
    },
  }),
  procedure({
    name: 'token rotate',
    description:
      'Replace the key of a token. The new key is shown only once. The old key stays valid for --overlap seconds; earlier keys stop working.',
    who: 'member',
    changes: true,
    word: 'token',
    input: z.strictObject({
      token,
      overlap: seconds
        .default(86_400)
        .describe('Seconds that the old key stays valid. Default: 86400 (one day).'),
    }),
    output: tokenWithKey,
    run: async (context, { token: idOrPrefix, overlap }) => {
      const { id, accountId, prefix, client } = await resolveToken(context, idOrPrefix);
      if (client) throw new AppError('token_of_client', { client: client.name });
      const createdToken = await rotateToken(context.db, id, { overlapSeconds: overlap });
      if (!createdToken) throw new AppError('token_unknown', { token: idOrPrefix });
      const after = { prefix: createdToken.token.prefix, overlap };
      await context.note({ accountId, object: id, before: { prefix }, after });
      return { ...toTokenRecord(createdToken.token), key: createdToken.key };
    },
  }),
  procedure({
    name: 'token revoke',
    description: 'Revoke a token immediately and permanently.',
    who: 'member',
    changes: true,
    word: 'token',
    input: z.strictObject({ token }),
    output: z.strictObject({ id: z.string(), revoked: z.boolean() }),
    run: async (context, { token: idOrPrefix }) => {
      const { id, accountId } = await resolveToken(context, idOrPrefix);
      await revokeToken(context.db, id);
      await context.note({ accountId, object: id, after: { revoked: true } });
      return { id, revoked: true };
    },
  }),
  procedure({
    name: 'token import',
    description:
      'Import accounts, balances and tokens from a CSV file. Clients keep their keys. Imports all rows or none (docs/accounts.md).',
    who: 'operator',
    changes: true,
    word: 'file',
    isFile: true,
    input: z.strictObject({
      file: z.string().max(10_000_000).describe('The CSV; on the command line, the file that contains it.'),
      dry_run: flag.default(false).describe('Check the file and show what would be imported.'),
    }),
    output: importRecord,
    run: async (context, { file, dry_run: isDryRun }) => {
      const plan = await importTokens(context, { file, isDryRun });
      return toImportRecord(plan, { isDryRun, language: context.language });
    },
  }),
];

interface NewTokenInput extends LimitInput {
  readonly group: string;
  readonly also?: string | undefined;
  readonly scope: TokenScope;
  readonly name?: string | undefined;
}

/** In the transaction of all tokens of the request: all of them are created, or none. */
async function createOne(
  context: Pick<Context, 'actor' | 'catalogue' | 'db' | 'note'>,
  accountId: string,
  input: NewTokenInput,
) {
  const { db, actor, note } = context;
  const { also } = input;
  await checkGroup(context, { group: input.group, accountId, also, models: input.models });
  const createdToken = await createToken(db, {
    accountId,
    userId: actor.kind === 'user' && actor.accountId === accountId ? actor.userId : undefined,
    group: input.group,
    also,
    name: input.name ?? `${input.group} token`,
    scope: input.scope,
    ...settingsIn(input),
  });
  if (!createdToken) throw await unknownGroup(context, input.group, accountId);
  const record = toTokenRecord(createdToken.token);
  await note({ accountId, object: record.id, after: record });
  return { ...record, key: createdToken.key };
}

/** Only owners may create a key that sees the tasks of all members. Throws AppError `not_allowed`. */
function rejectWideScope({ actor }: Pick<Context, 'actor'>, scope: TokenScope | undefined): void {
  if (scope === 'account' && !hasRole(actor, 'owner')) throw new AppError('not_allowed', { who: 'owner' });
}
