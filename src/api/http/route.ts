/** Types of the route table and of the arguments of a handler. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Token } from '../../core/accounts/tokens.ts';
import type { AppError, ErrorCode, Language } from '@kinora/shared/errors/errors';
import type { ResponseHeader } from './sent-headers.ts';

export type InterfaceName = 'image' | 'images' | 'video' | 'mcp' | 'console' | 'site' | 'oauth';

/** How an interface writes its errors. */
export interface ErrorWire {
  readonly sendError: (reply: FastifyReply, error: AppError, language: Language) => unknown;
  /** The body of an error. */
  readonly errorBody: z.ZodType;
  /** Whether clients of this route expect this error in the body of a 200. */
  readonly reportsInBody: (route: Pick<Route, 'method' | 'path'>, code: ErrorCode) => boolean;
}

export type ErrorWires = Readonly<Record<InterfaceName, ErrorWire>>;

export interface Call<Body = unknown, Query = unknown> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: Body;
  readonly query: Query;
  readonly params: Readonly<Record<string, string>>;
  /** The caller's token. It must not be read on routes without a key. */
  readonly token: Token;
  /** Reads the current state of the token. Returns undefined if the caller may no longer use it. */
  readonly readToken: () => Promise<Token | undefined>;
  readonly language: Language;
  /** The public address of the interface, without a trailing slash. */
  readonly baseUrl: string;
  /** Identifies everything that a record in the response depends on besides its task. */
  readonly variant: string;
}

/** A successful response. */
export interface DeclaredResponse {
  /** A short description. */
  readonly description: string;
  /** The shape of a JSON response. */
  readonly shape?: z.ZodType;
  /**
   * Media types of other responses. Without this and without `shape` there is no body;
   * with both, either is possible.
   */
  readonly types?: readonly string[];
  readonly headers?: readonly ResponseHeader[];
}

/** JSON Schemas by name. */
export type Fields = Readonly<Record<string, object>>;

export interface Route<Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  readonly path: string;
  /** Determines the format of errors and the kind of token. */
  readonly interfaceName: InterfaceName;
  /** `key`: requires a token of the kind of the interface. `any-key`: a token of any kind. */
  readonly auth: 'key' | 'any-key' | 'none';
  /** Console: works without a session. For documentation only: handlers check it themselves. */
  readonly isPublic?: boolean;
  readonly summary: string;
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  /** Request headers; documentation only (sent-headers.ts). */
  readonly headers?: z.ZodType;
  /**
   * Fields of the body that its shape does not describe fully, as JSON and as parts of a
   * form. For documentation only.
   */
  readonly fields?: { readonly json: Fields; readonly form: Fields };
  /** Responses by status. For the OpenAPI document and for the check in tests (check-response.ts). */
  readonly responses?: Readonly<Record<number, DeclaredResponse>>;
  /** Error codes besides those that every such route has (describe-route.ts). For documentation only. */
  readonly errorCodes?: readonly ErrorCode[];
  /**
   * The maximum size of the body, in bytes. Set on routes whose handler gets the bytes as they were received,
   * regardless of their media type. Such routes do not authenticate by a cookie.
   */
  readonly rawBodyBytes?: number;
  /** Whether the route accepts multipart/form-data as well as JSON. */
  readonly multipart?: boolean;
  /** Fields of a form that may be repeated, and then are lists. */
  readonly listFields?: readonly string[];
  /** The response is a stream without end, so the route has no HEAD. */
  readonly streams?: boolean;
  /**
   * Sends the record of the task `:id` from the record cache, so repeated requests need no
   * router (cache/ready-polls.ts).
   */
  readonly isPoll?: boolean;
  /** Whether it is left out of the OpenAPI document, because it is another path of the same operation. */
  readonly hidden?: boolean;
  /** Throws AppError if the caller may not use the route. Runs before the request is parsed. */
  readonly authorize?: (request: FastifyRequest) => Promise<unknown>;
  /**
   * Sends a response with `reply`, or returns what is sent as JSON. Declared as a method, so that a route
   * with specific types is a `Route`.
   */
  handle(call: Call<Body, Query>): Promise<unknown>;
}

/** Creates a route and checks the types of body and query against its handler. */
export function route<Body = unknown, Query = unknown>(definition: Route<Body, Query>): Route {
  return definition;
}

/** Returns Chinese if the client prefers it, otherwise English. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  return acceptLanguage?.trimStart().toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
