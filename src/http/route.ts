/** What a line of the route table says, and what a handler gets. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Token } from '../accounts/tokens.ts';
import type { ErrorCode, Language } from '../errors.ts';
import type { AnsweredHeader } from './sent-headers.ts';

export type Family = 'image' | 'video' | 'console' | 'site';

export interface Call<Body = unknown, Query = unknown> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: Body;
  readonly query: Query;
  readonly params: Readonly<Record<string, string>>;
  /** The caller's token. On routes without a key: absent, and not to be read. */
  readonly token: Token;
  readonly language: Language;
  /** The public address of this family's interface, without a trailing slash. */
  readonly baseUrl: string;
}

/** What a request that went well is answered with. */
export interface Answer {
  /** In a few words. */
  readonly says: string;
  /** Of JSON. */
  readonly shape?: z.ZodType;
  /** Media types of what is no JSON. Neither this nor a shape: there is no body. */
  readonly types?: readonly string[];
  readonly headers?: readonly AnsweredHeader[];
}

/** JSON Schemas by name. */
export type Fields = Readonly<Record<string, object>>;

export interface Route<Body = never, Query = never> {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  readonly path: string;
  /** Which error shape, and which kind of token. */
  readonly family: Family;
  /** `key`: a token of the family's kind; `any-key`: of any kind. */
  readonly auth: 'key' | 'any-key' | 'none';
  readonly summary: string;
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  /** Request headers; documentation only (sent-headers.ts). */
  readonly headers?: z.ZodType;
  /**
   * All fields of the body that its shape leaves open or says too little of, as they come in JSON and as parts of a form;
   * documentation only.
   */
  readonly fields?: { readonly json: Fields; readonly form: Fields };
  /** By status; documentation only. */
  readonly answers?: Readonly<Record<number, Answer>>;
  /** Codes it can be refused with, beside those that every such route has (describe-route.ts); documentation only. */
  readonly refusals?: readonly ErrorCode[];
  /** Also accepts multipart/form-data. */
  readonly multipart?: boolean;
  /** Its answer goes on and on: it has no HEAD. */
  readonly streams?: boolean;
  /** Not in the OpenAPI document: another path of the same operation. */
  readonly hidden?: boolean;
  /** Throws AppError when this caller may not ask, before what is asked is looked at. */
  readonly judge?: (request: FastifyRequest) => Promise<unknown>;
  /** Sends by `reply`, or returns what is to be sent as JSON. */
  readonly handle: (call: Call<Body, Query>) => Promise<unknown>;
}

/** A table line with its body and query types checked against its handler. */
export function route<Body = unknown, Query = unknown>(line: Route<Body, Query>): Route {
  return line as unknown as Route;
}

/** Chinese when the client asks for it first, else English. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return acceptLanguage?.trimStart().toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
