/** Passkeys: a user adds and removes its own; whoever holds one signs in by it, without saying who they are. */
import { z } from 'zod';
import { writeAudit } from '../../accounts/audit.ts';
import { beginChallenge, takeChallenge, type ChallengeOwner } from '../../accounts/challenges.ts';
import {
  addPasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  removePasskey,
  type Passkey,
} from '../../accounts/passkeys.ts';
import { forgetSignInFailures, reserveSignIn } from '../../accounts/sign-in-failures.ts';
import type { User } from '../../accounts/users.ts';
import type { Queryable } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { name } from '../../procedures/fields.ts';
import { route, type Call, type Route } from '../route.ts';
import { begin, signedInUser, userAnswer, type SessionParts } from './session-routes.ts';
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
const addBody = z.strictObject({ challenge: z.uuid(), response: registration, name });
const removeBody = z.strictObject({ id: z.string().max(2000) });
const signInBody = z.strictObject({ challenge: z.uuid(), response: assertion });
const options = z.record(z.string(), z.unknown()).describe('As the browser parses them from JSON.');
const begun = { 200: { says: 'What to ask.', shape: z.object({ challenge: z.uuid(), options }) } };
const record = z.object({
  id: z.string(),
  name: z.string(),
  created: z.string(),
  last_used: z.string().nullable(),
});
const list = z.object({ object: z.literal('list'), data: z.array(record) });

export function passkeyRoutes(parts: SessionParts): Route[] {
  const open = { family: 'console', auth: 'none' } as const;
  const own = { ...open, judge: (request: Call['request']) => signedInUser(parts, { request }) } as const;
  return [
    route({
      ...own,
      method: 'POST',
      path: '/api/passkey.begin',
      summary: 'Begin to add a passkey: what the browser is to ask of it',
      body: noBody,
      answers: begun,
      refusals: ['passkeys_unavailable'],
      handle: call => beginToAdd(parts, call),
    }),
    route({
      ...own,
      method: 'POST',
      path: '/api/passkey.add',
      summary: 'Add the passkey that the browser made',
      body: addBody,
      answers: { 200: { says: 'The passkey.', shape: record } },
      refusals: ['passkeys_unavailable', 'challenge_unknown', 'passkey_invalid', 'passkey_taken'],
      handle: call => add(parts, call),
    }),
    route({
      ...own,
      method: 'GET',
      path: '/api/passkey.list',
      summary: 'The own passkeys',
      answers: { 200: { says: 'The passkeys.', shape: list } },
      handle: call => listOwn(parts, call),
    }),
    route({
      ...own,
      method: 'POST',
      path: '/api/passkey.remove',
      summary: 'Remove a passkey of the own; it signs nobody in any more',
      body: removeBody,
      answers: { 200: { says: 'What it was.', shape: record } },
      refusals: ['passkey_unknown'],
      handle: call => remove(parts, call),
    }),
    route({
      ...open,
      method: 'POST',
      path: '/api/session.passkey-begin',
      summary: 'Begin to sign in by a passkey: what the browser is to ask of it',
      body: noBody,
      answers: begun,
      refusals: ['passkeys_unavailable'],
      handle: call => beginToSignIn(parts, call),
    }),
    route({
      ...open,
      method: 'POST',
      path: '/api/session.passkey',
      summary: 'Sign in by what the passkey answered',
      body: signInBody,
      answers: { 200: { says: 'Who is signed in now.', shape: userAnswer } },
      refusals: ['passkeys_unavailable', 'challenge_unknown', 'passkey_refused', 'sign_in_wait'],
      handle: call => signIn(parts, call),
    }),
  ];
}

async function beginToAdd({ db }: SessionParts, call: Call) {
  const user = await signedInUser({ db }, call);
  const party = relyingPartyAt(call.baseUrl);
  const options = await registrationOptions(party, user, await listPasskeys(db, user.id));
  const owner = { kind: 'passkey_registration', userId: user.id } as const;
  return answerBegun(call, await beginChallenge(db, owner, { challenge: options.challenge }), options);
}

async function add({ db }: SessionParts, call: Call<z.infer<typeof addBody>>) {
  const { challenge: id, response, name: called } = call.body;
  const user = await signedInUser({ db }, call);
  const party = relyingPartyAt(call.baseUrl);
  const challenge = await asked(db, id, { kind: 'passkey_registration', userId: user.id });
  const made = { ...(await readRegistration(party, challenge, response)), name: called };
  const passkey = await db.transaction(async tx => {
    const added = await addPasskey(tx, user.id, made);
    if (!added) throw new AppError('passkey_taken');
    const change = { object: added.id, before: undefined, after: { name: called } };
    await writeAudit(tx, { ...whoIs(user, call), action: 'passkey add', ...change });
    return added;
  });
  return toRecord(passkey);
}

async function listOwn({ db }: SessionParts, call: Call) {
  const user = await signedInUser({ db }, call);
  call.reply.header('cache-control', 'no-store');
  return toJson((await listPasskeys(db, user.id)).map(toRecord));
}

async function remove({ db }: SessionParts, call: Call<z.infer<typeof removeBody>>) {
  const { id } = call.body;
  const user = await signedInUser({ db }, call);
  const passkey = await db.transaction(async tx => {
    const removed = await removePasskey(tx, id, user.id);
    if (!removed) throw new AppError('passkey_unknown', { passkey: id });
    const change = { object: id, before: { name: removed.name }, after: undefined };
    await writeAudit(tx, { ...whoIs(user, call), action: 'passkey remove', ...change });
    return removed;
  });
  return toRecord(passkey);
}

async function beginToSignIn({ db }: SessionParts, call: Call) {
  const options = await signInOptions(relyingPartyAt(call.baseUrl));
  const { challenge } = options;
  return answerBegun(call, await beginChallenge(db, { kind: 'passkey_sign_in' }, { challenge }), options);
}

async function signIn({ db }: SessionParts, call: Call<z.infer<typeof signInBody>>) {
  const source = { address: call.request.ip };
  await reserveSignIn(db, source);
  const user = await provedUser({ db }, call);
  await forgetSignInFailures(db, source);
  return begin(db, call, user);
}

/** Throws AppError `challenge_unknown`, or `passkey_refused` whatever else is wrong: a stranger learns no more. */
async function provedUser({ db }: SessionParts, { body, baseUrl }: Call<z.infer<typeof signInBody>>) {
  const party = relyingPartyAt(baseUrl);
  const challenge = await asked(db, body.challenge, { kind: 'passkey_sign_in' });
  const found = await findPasskey(db, body.response.id);
  if (!found) throw new AppError('passkey_refused');
  const { passkey, user } = found;
  const counter = await checkAssertion({ party, challenge, passkey, userId: user.id }, body.response);
  if (counter === undefined || user.disabledAt || !(await notePasskeyUse(db, passkey.id, counter)))
    throw new AppError('passkey_refused');
  return user;
}

/** What the authenticator was to sign. Throws AppError `challenge_unknown`. */
async function asked(db: Queryable, id: string, owner: ChallengeOwner): Promise<string> {
  const taken = await takeChallenge(db, id, owner);
  if (!taken?.['challenge']) throw new AppError('challenge_unknown');
  return taken['challenge'];
}

function answerBegun({ reply }: Pick<Call, 'reply'>, challenge: string, options: object) {
  reply.header('cache-control', 'no-store');
  return { challenge, options };
}

function whoIs(user: User, { request }: Pick<Call, 'request'>) {
  return { userId: user.id, actor: user.email, address: request.ip, accountId: user.accountId };
}

function toRecord({ id, name: called, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name: called,
    created: createdAt.toISOString(),
    last_used: lastUsedAt?.toISOString() ?? null,
  };
}
