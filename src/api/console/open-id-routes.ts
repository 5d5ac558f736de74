/** Sign-in at a provider. A cookie makes sure that the browser that returns is the one that started. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { admitPerson } from '../../core/accounts/admit-person.ts';
import { createChallenge, challengeSeconds, consumeChallenge } from '../../core/accounts/challenges.ts';
import { findUserByIdentity } from '../../core/accounts/identities.ts';
import {
  openIdProvider,
  type StartedSignIn,
  type OpenIdProvider,
  type OpenIdSettings,
} from '../../core/accounts/open-id-provider.ts';
import type { User } from '../../core/accounts/users.ts';
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { route, type Call, type Route } from '../http/route.ts';
import { readCookie, setCookie } from '../http/auth/session-cookie.ts';
import { begin, type SessionParts } from './session-routes.ts';

export interface OpenIdParts extends SessionParts {
  readonly openId: (OpenIdSettings & { readonly account: string | undefined }) | undefined;
}

interface Parts extends SessionParts {
  readonly provider: OpenIdProvider | undefined;
  readonly accountName: string | undefined;
}

const callbackPath = '/api/session.openid-callback';
/** Contains the id of the challenge. Only the browser that started can complete the sign-in, so that a link cannot sign in somebody else. */
const cookieName = 'kinora_open_id';
const idShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const leaveQuery = z.strictObject({
  next: z
    .string()
    .max(8000)
    .regex(/^\/[\w\-/?&=%.,~:+*]*$/)
    .optional()
    .describe('Path in the Console to open after sign-in, relative to /console.'),
});
type LeaveQuery = z.infer<typeof leaveQuery>;

export function openIdRoutes({ db, openId }: OpenIdParts): Route[] {
  const parts = { db, provider: openId && openIdProvider(openId), accountName: openId?.account };
  const open = { family: 'console', auth: 'none', isPublic: true, method: 'GET' } as const;
  return [
    route({
      ...open,
      path: '/api/session.openid',
      summary: 'Start a sign-in with the OpenID Connect provider',
      query: leaveQuery,
      responses: {
        302: {
          description: 'Redirect to the provider, or for browsers back to the sign-in page if that fails.',
        },
      },
      errorCodes: ['not_offered', 'provider_unavailable'],
      handle: call => logging(call, () => leave(parts, call)),
    }),
    route({
      ...open,
      path: callbackPath,
      summary: 'Complete a sign-in with the OpenID Connect provider',
      responses: {
        302: {
          description: 'Redirect to the Console, or for browsers to the sign-in page if the sign-in failed.',
        },
      },
      errorCodes: [
        'not_offered',
        'challenge_unknown',
        'provider_unavailable',
        'provider_refused',
        'email_unverified',
        'identity_unknown',
        'user_disabled',
      ],
      handle: call => logging(call, () => comeBack(parts, call)),
    }),
  ];
}

/** What `leave` remembers until the browser comes back. */
const startedSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  next: z.string(),
}) satisfies z.ZodType<StartedSignIn>;

async function leave({ db, provider }: Parts, { request, reply, baseUrl, query }: Call<unknown, LeaveQuery>) {
  if (!provider) throw notOffered();
  const { url, started } = await provider.begin(`${baseUrl}${callbackPath}`);
  const id = await createChallenge(db, { kind: 'open_id' }, { ...started, next: query.next ?? '' });
  setCookie(request, reply, { name: cookieName, value: id, maxAgeSeconds: challengeSeconds });
  return redirect(reply, url);
}

async function comeBack(parts: Parts, call: Call) {
  const { db, provider } = parts;
  const { request, reply, baseUrl } = call;
  if (!provider) throw notOffered();
  const id = readCookie(request, cookieName, idShape);
  setCookie(request, reply, { name: cookieName, value: '', maxAgeSeconds: 0 });
  const taken = id === undefined ? undefined : await consumeChallenge(db, id, { kind: 'open_id' });
  if (!taken) throw new AppError('challenge_unknown');
  const started = startedSignIn.parse(taken);
  const query = /\?.*/.exec(request.url)?.[0] ?? '';
  const finished = await provider.finish(query, started);
  await begin(db, call, await userOf(parts, finished, request));
  return redirect(reply, `${baseUrl}/console${started.next}`);
}

/** The user who signed in. Throws AppError `user_disabled`, and what `admitPerson` throws. */
async function userOf(
  { db, accountName }: Parts,
  { identity, person }: Awaited<ReturnType<OpenIdProvider['finish']>>,
  { ip: address }: FastifyRequest,
): Promise<User> {
  const known = await findUserByIdentity(db, identity);
  const user = known ?? (await admitPerson(db, await person(), { accountName, address }));
  if (user.disabledAt) throw new AppError('user_disabled');
  return user;
}

/**
 * Logs problems of the provider for the operator and reveals less to the browser. A person sees the sign-in page again, with
 * the problem; other clients get the error.
 */
async function logging<Result>(
  { request, reply, baseUrl }: Pick<Call, 'request' | 'reply' | 'baseUrl'>,
  work: () => Promise<Result>,
): Promise<Result | FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code.startsWith('provider_'))
      request.log.warn({ err: error }, 'sign-in at the provider failed');
    if (!(request.headers.accept ?? '').includes('text/html')) throw error;
    return redirect(reply, `${baseUrl}/console/sign-in?problem=${error.code}`);
  }
}

function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(url, 302);
}

function notOffered(): AppError {
  return new AppError('not_offered', { operation: 'Sign-in by OpenID Connect' });
}
