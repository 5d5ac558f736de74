/** Sign-in at a provider. A cookie makes sure that the browser that returns is the one that started. */
import type { FastifyReply } from 'fastify';
import { admitPerson } from '../../core/sign-up/admit-person.ts';
import { createChallenge, challengeSeconds, consumeChallenge } from '../../core/accounts/challenges.ts';
import { findUserByIdentity } from '../../core/accounts/identities.ts';
import { githubProvider } from '../../core/accounts/github-provider.ts';
import { openIdProvider } from '../../core/accounts/open-id-provider.ts';
import type { SignInProvider, PendingSignIn } from '../../core/accounts/sign-in-provider.ts';
import type { SignUpTerms } from '../../core/sign-up/sign-up.ts';
import type { SignInProviderSettings } from '../../platform/config/sign-in-providers.ts';
import type { User } from '../../core/accounts/users.ts';
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { route, type Call, type Route } from '../http/route.ts';
import { readCookie, setCookie } from '../http/auth/session-cookie.ts';
import { beginSession, type SessionDependencies } from './session-routes.ts';

export interface OpenIdDependencies extends SessionDependencies, SignUpTerms {
  readonly signInProviders: readonly SignInProviderSettings[];
  /** The account that new users from a provider join. Undefined if they open their own, or may not. */
  readonly openIdAccount: string | undefined;
}

interface OpenIdRouteDependencies extends OpenIdDependencies {
  readonly providers: ReadonlyMap<string, SignInProvider>;
}

const callbackPath = '/api/session.openid-callback';
/**
 * Contains the id of the challenge. Only the browser that started can complete the sign-in, so that a link
 * cannot sign in somebody else.
 */
const cookieName = 'kinora_open_id';
const idShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const leaveQuery = z.strictObject({
  provider: z
    .enum(['openid', 'google', 'github'])
    .default('openid')
    .describe('Provider; openid: the one that KINORA_OPENID_ISSUER names.'),
  next: z
    .string()
    .max(8000)
    .regex(/^\/[\w\-/?&=%.,~:+*]*$/)
    .optional()
    .describe('Path in the Console to open after sign-in, relative to /console.'),
});
type LeaveQuery = z.infer<typeof leaveQuery>;

export function openIdRoutes(dependencies: OpenIdDependencies): Route[] {
  const providers = new Map(
    dependencies.signInProviders.map(each => [each.name, openProvider(each)] as const),
  );
  const parts = { ...dependencies, providers };
  const open = { interfaceName: 'console', auth: 'none', isPublic: true, method: 'GET' } as const;
  return [
    route({
      ...open,
      path: '/api/session.openid',
      summary: 'Start a sign-in with a provider',
      query: leaveQuery,
      responses: {
        302: {
          description: 'Redirect to the provider, or for browsers back to the sign-in page if that fails.',
        },
      },
      errorCodes: ['not_offered', 'provider_unavailable'],
      handle: call => redirectOnError(call, () => redirectToProvider(parts, call)),
    }),
    route({
      ...open,
      path: callbackPath,
      summary: 'Complete a sign-in with a provider',
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
        'sign_ups_too_many',
        'user_disabled',
      ],
      handle: call => redirectOnError(call, () => completeSignIn(parts, call)),
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
  provider: z.string(),
}) satisfies z.ZodType<PendingSignIn>;

function openProvider(settings: SignInProviderSettings): SignInProvider {
  return settings.kind === 'github' ? githubProvider(settings) : openIdProvider(settings);
}

async function redirectToProvider(
  { db, providers }: OpenIdRouteDependencies,
  { request, reply, baseUrl, query }: Call<unknown, LeaveQuery>,
) {
  const { provider: name, next = '' } = query;
  const provider = providers.get(name);
  if (!provider) throw notOffered();
  const { url, pendingSignIn } = await provider.begin(`${baseUrl}${callbackPath}`);
  const id = await createChallenge(db, { kind: 'open_id' }, { ...pendingSignIn, next, provider: name });
  setCookie(request, reply, { name: cookieName, value: id, maxAgeSeconds: challengeSeconds });
  return redirect(reply, url);
}

async function completeSignIn(parts: OpenIdRouteDependencies, call: Call) {
  const { db, providers } = parts;
  const { request, reply, baseUrl } = call;
  if (providers.size === 0) throw notOffered();
  const id = readCookie(request, cookieName, idShape);
  setCookie(request, reply, { name: cookieName, value: '', maxAgeSeconds: 0 });
  const challenge = id === undefined ? undefined : await consumeChallenge(db, id, { kind: 'open_id' });
  if (!challenge) throw new AppError('challenge_unknown');
  const pendingSignIn = startedSignIn.parse(challenge);
  const provider = providers.get(pendingSignIn.provider);
  if (!provider) throw notOffered();
  const query = /\?.*/.exec(request.url)?.[0] ?? '';
  const finished = await provider.finish(query, pendingSignIn);
  await beginSession(db, call, await admitUser(parts, finished, call));
  return redirect(reply, `${baseUrl}/console${pendingSignIn.next}`);
}

/** The user who signed in. Throws AppError `user_disabled`, and what `admitPerson` throws. */
async function admitUser(
  parts: OpenIdRouteDependencies,
  { identity, person }: Awaited<ReturnType<SignInProvider['finish']>>,
  { request: { ip: address } }: Pick<Call, 'request'>,
): Promise<User> {
  const { db, openIdAccount: accountName } = parts;
  const existingUser = await findUserByIdentity(db, identity);
  const user =
    existingUser ?? (await admitPerson(db, await person(), { accountName, address, terms: parts }));
  if (user.disabledAt) throw new AppError('user_disabled');
  return user;
}

/**
 * Logs problems of the provider for the operator and reveals less to the browser. A person sees the sign-in
 * page again, with the problem; other clients get the error.
 */
async function redirectOnError<Result>(
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
  return new AppError('not_offered', { operation: 'Sign-in with this provider' });
}
