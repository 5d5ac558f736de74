/** Passkeys: users add and remove their own, and sign in with one without naming themselves. */
import { z } from 'zod';
import type { ReadOnly } from '../../platform/lib/read-only.ts';
import { writeAudit } from '../../core/accounts/audit.ts';
import { createChallenge, consumeChallenge, type ChallengeOwner } from '../../core/accounts/challenges.ts';
import {
  addPasskey,
  findPasskey,
  listPasskeys,
  recordPasskeyUse,
  removePasskey,
  type Passkey,
} from '../../core/accounts/passkeys.ts';
import { maxPasswordLength } from '../../core/accounts/password-strength.ts';
import { forgetSignInFailures, reserveSignIn } from '../../core/accounts/sign-in-failures.ts';
import type { User } from '../../core/accounts/users.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { name } from '../procedures/fields/fields.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { reauthenticate } from './reauthenticate.ts';
import { beginSession, readSignedInUser, userResponse, type SessionDependencies } from './session-routes.ts';
import { toJson } from './to-json.ts';
import {
  assertion,
  checkAssertion,
  readRegistration,
  registration,
  registrationOptions,
  relyingPartyAt,
  signInOptions,
} from './web-authn.ts';

const noBody = z.strictObject({});
export const beginBody = z.strictObject({
  password: z
    .string()
    .max(maxPasswordLength)
    .optional()
    .describe('The current password. Users without a password omit it and must have signed in recently.'),
});
export const addBody = z.strictObject({ challenge: z.uuid(), response: registration, name });
export const removeBody = z.strictObject({ id: z.string().max(2000) });
const signInBody = z.strictObject({ challenge: z.uuid(), response: assertion });
const options = z.record(z.string(), z.unknown()).describe('Options in the JSON form that browsers parse.');
const challengeResponses = {
  200: { description: 'The challenge and its options.', shape: z.object({ challenge: z.uuid(), options }) },
};
const record = z.strictObject({
  id: z.string(),
  name: z.string(),
  created: z.string(),
  last_used: z.string().nullable(),
});
export type PasskeyRecord = ReadOnly<z.output<typeof record>>;
const list = z.strictObject({ object: z.literal('list'), data: z.array(record) });

const open = { interfaceName: 'console', auth: 'none', isPublic: true } as const;

export function passkeyRoutes(parts: SessionDependencies): Route[] {
  return [...addRoutes(parts), ...ownRoutes(parts), ...signInRoutes(parts)];
}

function onlySignedIn(parts: SessionDependencies) {
  return {
    ...open,
    isPublic: false,
    authorize: (request: Call['request']) => readSignedInUser(parts, { request }),
  } as const;
}

function addRoutes(parts: SessionDependencies): Route[] {
  const signedInOnly = onlySignedIn(parts);
  return [
    route({
      ...signedInOnly,
      method: 'POST',
      path: '/api/passkey.begin',
      summary: 'Start adding a passkey',
      body: beginBody,
      responses: challengeResponses,
      errorCodes: ['passkeys_unavailable', 'sign_in_failed', 'sign_in_wait', 'reauthentication_needed'],
      handle: call => beginToAdd(parts, call),
    }),
    route({
      ...signedInOnly,
      method: 'POST',
      path: '/api/passkey.add',
      summary: 'Add the passkey created by the browser',
      body: addBody,
      responses: { 200: { description: 'The passkey.', shape: record } },
      errorCodes: ['passkeys_unavailable', 'challenge_unknown', 'passkey_invalid', 'passkey_taken'],
      handle: call => add(parts, call),
    }),
  ];
}

function ownRoutes(parts: SessionDependencies): Route[] {
  const signedInOnly = onlySignedIn(parts);
  return [
    route({
      ...signedInOnly,
      method: 'GET',
      path: '/api/passkey.list',
      summary: 'List your passkeys',
      responses: { 200: { description: 'The passkeys.', shape: list } },
      handle: call => listOwn(parts, call),
    }),
    route({
      ...signedInOnly,
      method: 'POST',
      path: '/api/passkey.remove',
      summary: 'Remove one of your passkeys',
      body: removeBody,
      responses: { 200: { description: 'The removed passkey.', shape: record } },
      errorCodes: ['passkey_unknown'],
      handle: call => remove(parts, call),
    }),
  ];
}

function signInRoutes(parts: SessionDependencies): Route[] {
  return [
    route({
      ...open,
      method: 'POST',
      path: '/api/session.passkey-begin',
      summary: 'Start a sign-in with a passkey',
      body: noBody,
      responses: challengeResponses,
      errorCodes: ['passkeys_unavailable'],
      handle: call => beginToSignIn(parts, call),
    }),
    route({
      ...open,
      method: 'POST',
      path: '/api/session.passkey',
      summary: 'Complete a sign-in with a passkey',
      body: signInBody,
      responses: { 200: { description: 'The signed-in user.', shape: userResponse } },
      errorCodes: ['passkeys_unavailable', 'challenge_unknown', 'passkey_refused', 'sign_in_wait'],
      handle: call => signIn(parts, call),
    }),
  ];
}

/** A session is not enough, because a stolen one could be turned into a permanent way to sign in. */
async function beginToAdd({ db }: SessionDependencies, call: Call<z.infer<typeof beginBody>>) {
  const party = relyingPartyAt(call.baseUrl);
  const { user } = await reauthenticate({ db }, call, { password: call.body.password, param: 'password' });
  const options = await registrationOptions(party, user, await listPasskeys(db, user.id));
  const owner = { kind: 'passkey_registration', userId: user.id } as const;
  return answerBegun(call, await createChallenge(db, owner, { challenge: options.challenge }), options);
}

async function add({ db }: SessionDependencies, call: Call<z.infer<typeof addBody>>) {
  const { challenge: id, response, name } = call.body;
  const user = await readSignedInUser({ db }, call);
  const party = relyingPartyAt(call.baseUrl);
  const challenge = await requestedChallenge(db, id, { kind: 'passkey_registration', userId: user.id });
  const registration = { ...(await readRegistration(party, challenge, response)), name };
  const passkey = await db.transaction(async tx => {
    const addedPasskey = await addPasskey(tx, user.id, registration);
    if (!addedPasskey) throw new AppError('passkey_taken');
    const change = { object: addedPasskey.id, before: undefined, after: { name } };
    await writeAudit(tx, { ...toAuthor(user, call), action: 'passkey add', ...change });
    return addedPasskey;
  });
  return toRecord(passkey);
}

async function listOwn({ db }: SessionDependencies, call: Call) {
  const user = await readSignedInUser({ db }, call);
  call.reply.header('cache-control', 'no-store');
  return toJson((await listPasskeys(db, user.id)).map(toRecord));
}

async function remove({ db }: SessionDependencies, call: Call<z.infer<typeof removeBody>>) {
  const { id } = call.body;
  const user = await readSignedInUser({ db }, call);
  const passkey = await db.transaction(async tx => {
    const removedPasskey = await removePasskey(tx, id, user.id);
    if (!removedPasskey) throw new AppError('passkey_unknown', { passkey: id });
    const change = { object: id, before: { name: removedPasskey.name }, after: undefined };
    await writeAudit(tx, { ...toAuthor(user, call), action: 'passkey remove', ...change });
    return removedPasskey;
  });
  return toRecord(passkey);
}

async function beginToSignIn({ db }: SessionDependencies, call: Call) {
  const options = await signInOptions(relyingPartyAt(call.baseUrl));
  const { challenge } = options;
  return answerBegun(call, await createChallenge(db, { kind: 'passkey_sign_in' }, { challenge }), options);
}

async function signIn({ db }: SessionDependencies, call: Call<z.infer<typeof signInBody>>) {
  const source = { address: call.request.ip };
  await reserveSignIn(db, source);
  const user = await provedUser({ db }, call);
  await forgetSignInFailures(db, source);
  return beginSession(db, call, user);
}

/**
 * Throws AppError `challenge_unknown`, or `passkey_refused` for every other problem, so
 * that callers learn nothing more.
 */
async function provedUser({ db }: SessionDependencies, { body, baseUrl }: Call<z.infer<typeof signInBody>>) {
  const party = relyingPartyAt(baseUrl);
  const challenge = await requestedChallenge(db, body.challenge, { kind: 'passkey_sign_in' });
  const match = await findPasskey(db, body.response.id);
  if (!match) throw new AppError('passkey_refused');
  const { passkey, user } = match;
  const counter = await checkAssertion({ party, challenge, passkey, userId: user.id }, body.response);
  if (counter === undefined || user.disabledAt || !(await recordPasskeyUse(db, passkey.id, counter)))
    throw new AppError('passkey_refused');
  return user;
}

/** The challenge that the authenticator had to sign. Throws AppError `challenge_unknown`. */
async function requestedChallenge(db: Queryable, id: string, owner: ChallengeOwner): Promise<string> {
  const storedChallenge = await consumeChallenge(db, id, owner);
  if (!storedChallenge?.['challenge']) throw new AppError('challenge_unknown');
  return storedChallenge['challenge'];
}

function answerBegun({ reply }: Pick<Call, 'reply'>, challenge: string, options: object) {
  reply.header('cache-control', 'no-store');
  return { challenge, options };
}

function toAuthor(user: User, { request }: Pick<Call, 'request'>) {
  return { userId: user.id, actor: user.email, address: request.ip, accountId: user.accountId };
}

function toRecord({ id, name, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    created: createdAt.toISOString(),
    last_used: lastUsedAt?.toISOString() ?? null,
  };
}
