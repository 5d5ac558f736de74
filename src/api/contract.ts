/**
 * The types of requests and responses of the routes that the Console calls besides procedures
 * (procedures/table/contract.ts), as they go over the wire. They are derived from the schemas of the routes.
 */
import type { z } from 'zod';
import type { ReadOnly } from '../platform/lib/read-only.ts';
import type { AboutRecord, legalQuery, legalText } from './console/about-route.ts';
import type { consentAnswer, consentBody, consentQuestion } from './console/consent-routes.ts';
import type { joinBody, link, showBody } from './console/join-routes.ts';
import type { challenge, forgotBody, signUpBody } from './console/sign-up-routes.ts';
import type { addBody, beginBody, PasskeyRecord, removeBody } from './console/passkey-routes.ts';
import type { passwordBody, signInBody, UserRecord } from './console/session-routes.ts';
import type { registrationOptions, signInOptions } from './console/web-authn.ts';
import type { submitResponse } from './image/wire/wire.ts';
import type { ModelRecord } from './models/list-models.ts';
import type { quoteResponse, VideoRecord } from './video/wire.ts';

type Body<Shape extends z.ZodType> = ReadOnly<z.input<Shape>>;
type Answer<Shape extends z.ZodType> = ReadOnly<z.output<Shape>>;
interface SignedIn {
  readonly user: UserRecord;
}
interface Challenge<OptionsOf extends (...input: never[]) => unknown> {
  readonly challenge: string;
  /** The server sends no extensions, and browsers declare them otherwise. */
  readonly options: Omit<Awaited<ReturnType<OptionsOf>>, 'extensions'>;
}
/** The Console sends fields of forms, which the server checks, and files. */
type Fields = object | FormData;

export interface RouteContract {
  'GET /api/about': { answer: AboutRecord };
  'GET /api/legal': { query: Body<typeof legalQuery>; answer: Answer<typeof legalText> };
  'GET /api/session': { answer: SignedIn };
  'POST /api/session': { body: Body<typeof signInBody>; answer: SignedIn };
  'DELETE /api/session': { answer: { readonly user: null } };
  'POST /api/password': { body: Body<typeof passwordBody>; answer: SignedIn };
  'GET /api/sign-up.challenge': { answer: Answer<typeof challenge> };
  'POST /api/sign-up': { body: Body<typeof signUpBody>; answer: { readonly sent: true } };
  'POST /api/password.forgot': { body: Body<typeof forgotBody>; answer: { readonly sent: true } };
  'POST /api/join.look': { body: Body<typeof showBody>; answer: Answer<typeof link> };
  'POST /api/join': { body: Body<typeof joinBody>; answer: SignedIn };
  'POST /api/session.passkey-begin': { answer: Challenge<typeof signInOptions> };
  /** The response is what the browser returns, which the server checks. */
  'POST /api/session.passkey': { body: { challenge: string; response: unknown }; answer: SignedIn };
  'GET /api/passkey.list': { answer: { readonly data: readonly PasskeyRecord[] } };
  'POST /api/passkey.begin': { body: Body<typeof beginBody>; answer: Challenge<typeof registrationOptions> };
  'POST /api/passkey.add': {
    body: Omit<Body<typeof addBody>, 'response'> & { response: unknown };
    answer: PasskeyRecord;
  };
  'POST /api/passkey.remove': { body: Body<typeof removeBody>; answer: PasskeyRecord };
  'GET /api/oauth.request': { answer: Answer<typeof consentQuestion> };
  'POST /api/oauth.consent': { body: Body<typeof consentBody>; answer: Answer<typeof consentAnswer> };
  /** The OpenAPI document. */
  'GET /openapi.json': { answer: object };
  'GET /v1/models': { answer: { readonly data: readonly ModelRecord[] } };
  'POST /v1/videos': { body: Fields; answer: VideoRecord };
  'POST /v1/videos/quote': { body: Fields; answer: Answer<typeof quoteResponse> };
  'POST /v1/videos/extensions': { body: Fields; answer: VideoRecord };
  'POST /v1/videos/:id/remix': { body: Fields; answer: VideoRecord };
  'POST /mj/submit/:name': { body: Fields; answer: Answer<typeof submitResponse> };
}
