/**
 * Where a signed-in user decides whether a program gets a token. Nothing is granted but by the second route,
 * which only a page of this server can call (server.ts), with the session of the user.
 */
import { z } from 'zod';
import { writeAudit } from '../../core/accounts/audit.ts';
import {
  checkGrantable,
  findApplicant,
  type Applicant,
  type ClientDependencies,
} from '../../core/oauth/authorization-request.ts';
import { isDocumentAddress } from '../../core/oauth/client-document.ts';
import { createCode } from '../../core/oauth/codes.ts';
import { withResponse } from '../../core/oauth/redirect-uri.ts';
import type { Audience } from '../../core/oauth/resource.ts';
import { recordClientUse } from '../../core/oauth/registered-clients.ts';
import type { Database } from '../../platform/db/open.ts';
import { AppError, errorText, fieldInvalid } from '@kinora/shared/errors/errors';
import type { Catalogue } from '../../core/catalogue/models/catalogue.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { findActor } from '../http/auth/session-cookie.ts';
import { toOAuthError } from '../http/reply/oauth-error.ts';
import { checkGroup } from '../procedures/accounts/check-group.ts';
import { amount } from '../procedures/fields/fields.ts';
import { futureTime, withDays } from '../procedures/fields/when.ts';
import { readSignedInUser } from './session-routes.ts';

export interface ConsentDependencies extends ClientDependencies {
  readonly db: Database;
  readonly catalogue: Catalogue;
  /** Whether programs may ask users for tokens at all. */
  readonly oauth: boolean;
}

const text = z.string().max(2000);
const request = z.object({
  client_id: text,
  redirect_uri: text.optional(),
  response_type: text.optional(),
  code_challenge: text.optional(),
  code_challenge_method: text.optional(),
  state: text.optional(),
  resource: text.optional(),
});
type Request = z.infer<typeof request>;

const limit = amount.nullable().default(null);
export const consentBody = z.strictObject({
  request,
  user: z.string().describe('ID of the user who was asked.'),
  group: z.string().describe('Group of the token.'),
  cap_total: limit,
  cap_day: limit,
  cap_month: limit,
  ask_above: limit.describe('A call of a tool that costs more needs the consent of a person.'),
  expires: futureTime.describe('When the access ends: a time, or a duration such as 90d.'),
});
type ConsentBody = z.infer<typeof consentBody>;

export const consentQuestion = z.strictObject({
  client: z.strictObject({
    id: z.string(),
    name: z.string().describe('What the program says of itself.'),
    host: z
      .string()
      .nullable()
      .describe('The site that published its metadata document. Null: nobody vouches for its name.'),
  }),
  target: z.strictObject({
    kind: z.enum(['web', 'loopback', 'app']),
    place: z.string().describe('Host, or scheme of an app, that gets the response.'),
  }),
  redirect_uri: z
    .string()
    .describe('The address that gets the response, which the answer of the user names.'),
  audience: z
    .enum(['mcp', 'server'])
    .describe('Where its key will work: at /mcp only, or at every interface of its group.'),
  problem: z.string().nullable().describe('Why the request cannot be granted.'),
  refusal: z.string().describe('The address that tells the program that it gets no token.'),
});

export const consentAnswer = z.strictObject({
  location: z.string().describe('Where the browser goes next.'),
});

export function consentRoutes(parts: ConsentDependencies): Route[] {
  if (!parts.oauth) return [];
  const errorCodes = ['oauth_client_unknown', 'oauth_document_unusable', 'oauth_redirect_unknown'] as const;
  return [
    route({
      interfaceName: 'console',
      auth: 'none',
      method: 'GET',
      path: '/api/oauth.request',
      summary: 'Show which program asks for a token',
      query: request,
      responses: { 200: { description: 'The program and its request.', shape: consentQuestion } },
      errorCodes,
      authorize: requireUser(parts),
      handle: call => ask(parts, call),
    }),
    route({
      interfaceName: 'console',
      auth: 'none',
      method: 'POST',
      path: '/api/oauth.consent',
      summary: 'Grant a program a token',
      body: consentBody,
      responses: { 200: { description: 'The response to the program.', shape: consentAnswer } },
      errorCodes: [...errorCodes, 'oauth_response_type', 'oauth_resource_unknown'],
      authorize: requireUser(parts),
      handle: call => grant(parts, call),
    }),
  ];
}

/** Requires a user before the body is read. Throws AppError `session_missing`. */
function requireUser({ db }: ConsentDependencies): Route['authorize'] {
  return async request => {
    if (!(await findActor(db, request))) throw new AppError('session_missing');
  };
}

async function ask(parts: ConsentDependencies, call: Call<unknown, Request>) {
  const { accountId } = await readSignedInUser(parts, call);
  call.reply.header('cache-control', 'no-store');
  const applicant = await findApplicant(parts, call.query, accountId);
  const { audience, error } = checkRequest(call.query, call.baseUrl);
  const { client, target } = applicant;
  return {
    client: { id: client.id, name: client.name, host: publisherHost(client.id) },
    target,
    redirect_uri: applicant.redirectUri,
    audience,
    problem: error ? errorText(error.code, error.details, call.language) : null,
    refusal: describeRefusal(applicant, call, error),
  };
}

/** Returns the host that published the document of the client. No other host could have published it. */
function publisherHost(clientId: string): string | null {
  return isDocumentAddress(clientId) ? new URL(clientId).host : null;
}

interface AudienceCheck {
  readonly audience: Audience;
  /** The reason why the request cannot be granted. Absent if it can. */
  readonly error?: AppError;
}

function checkRequest(request: Request, baseUrl: string): AudienceCheck {
  try {
    return checkGrantable(request, baseUrl);
  } catch (error) {
    if (error instanceof AppError) return { audience: 'server', error };
    throw error;
  }
}

function describeRefusal(
  { redirectUri }: Applicant,
  { query, baseUrl }: Call<unknown, Request>,
  error?: AppError,
): string {
  const accessDenied = { error: 'access_denied', error_description: 'The user denied the request.' };
  const errorFields = error ? toOAuthError(error) : accessDenied;
  return withResponse(redirectUri, { ...errorFields, state: query.state, iss: baseUrl });
}

/** Grants the request. The code is stored before the browser takes it anywhere. */
async function grant(parts: ConsentDependencies, call: Call<ConsentBody>) {
  const { db } = parts;
  const { baseUrl, reply } = call;
  const body = await withDays(db, call.body);
  const user = await readSignedInUser(parts, call);
  reply.header('cache-control', 'no-store');
  // Another tab may have signed in as somebody else since the question was shown.
  if (body.user !== user.id) throw fieldInvalid('user', 'oauth_user');
  const applicant = await findApplicant(parts, body.request, user.accountId);
  const { codeChallenge, audience } = checkGrantable(body.request, baseUrl);
  if (body.cap_total === null && body.cap_day === null && body.cap_month === null)
    throw fieldInvalid('cap_total', 'oauth_cap');
  await checkGroup(parts, { group: body.group, accountId: user.accountId });
  const { client, redirectUri } = applicant;
  const code = await db.transaction(async tx => {
    const authorizationCode = await createCode(tx, {
      clientId: client.id,
      clientName: client.name,
      redirectUri,
      codeChallenge,
      userId: user.id,
      token: { ...describeLimits(body), accountId: user.accountId, name: client.name, audience },
    });
    await recordClientUse(tx, client.id);
    await writeAudit(tx, {
      userId: user.id,
      actor: user.email,
      address: call.request.ip,
      accountId: user.accountId,
      action: 'oauth consent',
      object: client.id,
      before: undefined,
      after: { name: client.name, redirect_uri: redirectUri, group: body.group, audience },
    });
    return authorizationCode;
  });
  return { location: withResponse(redirectUri, { code, state: body.request.state, iss: baseUrl }) };
}

function describeLimits(body: ConsentBody) {
  return {
    group: body.group,
    expiresAt: body.expires.toISOString(),
    capTotalMicros: body.cap_total?.toString() ?? null,
    capDayMicros: body.cap_day?.toString() ?? null,
    capMonthMicros: body.cap_month?.toString() ?? null,
    askAboveMicros: body.ask_above?.toString() ?? null,
  };
}
