/**
 * Requests for every operation, partly valid and partly hostile: mutated paths, queries, headers and bodies,
 * sent by every kind of caller from anonymous to operator. The result of a request is not known in advance,
 * only that it must not be a 500.
 */
import fc from 'fast-check';
import { arbitraryBodies, noBody } from './fuzz-bodies.ts';
import { oddHeaders } from './fuzz-headers.ts';
import type { FuzzOperation } from './fuzz-operations.ts';
import { asText, mostly, arbitraryValues, type ByName } from './fuzz-values.ts';

export const callerNames = [
  'nobody',
  'image key',
  'video key',
  'member',
  'owner',
  'operator',
  'member with a token',
  'operator with a token',
] as const;
export type CallerName = (typeof callerNames)[number];

export interface FuzzRequest {
  /**
   * The key or cookie of this caller is added when the request is sent, because they are new in every run.
   */
  readonly caller: CallerName;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Existing values on the server under test, by the name of the field or parameter that takes them. */
export interface GoodValues {
  readonly usual: ByName;
  /**
   * By operation, such as `POST /api/token.revoke`: the values to use where it would remove
   * something that other requests need.
   */
  readonly instead: Readonly<Record<string, ByName>>;
}

type Requests = fc.Arbitrary<FuzzRequest>;

export function fuzzRequests(operations: readonly FuzzOperation[], good: GoodValues): Requests {
  const requestsTo = (interfaceName: FuzzOperation['interfaceName']) =>
    fc.oneof(
      ...operations
        .filter(one => one.interfaceName === interfaceName)
        .map(one => arbitraryRequests(one, good)),
    );
  return fc.oneof(
    { weight: 4, arbitrary: requestsTo('console') },
    { weight: 3, arbitrary: requestsTo('video') },
    { weight: 3, arbitrary: requestsTo('image') },
    { weight: 1, arbitrary: requestsTo('site') },
  );
}

function arbitraryRequests(operation: FuzzOperation, { usual, instead }: GoodValues): Requests {
  const { method, body } = operation;
  const good = { ...usual, ...instead[`${method} ${operation.path}`] };
  const isAsking = method === 'GET' || method === 'HEAD';
  return fc
    .record({
      caller: mostly(fc.constantFrom(...listCallers(operation)), fc.constantFrom(...callerNames)),
      method: mostly(
        fc.constant<string>(method),
        fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'OPTIONS'),
        20,
      ),
      path: arbitraryPaths(operation, good),
      query: arbitraryQueries(operation, good),
      odd: oddHeaders,
      body: isAsking ? fc.constant(noBody) : arbitraryBodies(body, good),
    })
    .map(draft => {
      const isBodiless = draft.method === 'GET' || draft.method === 'HEAD';
      const { text, type } = isBodiless ? noBody : draft.body;
      return {
        caller: draft.caller,
        method: draft.method,
        path: `${draft.path}${draft.query}`.replace(/[^\x21-\xff]/g, ''),
        headers: { ...(type !== undefined && { 'content-type': type }), ...draft.odd },
        body: text,
      };
    });
}

function listCallers({ interfaceName, method, path }: FuzzOperation): readonly CallerName[] {
  // A signed-out caller would be rejected from then on.
  if (method === 'DELETE' && path === '/api/session') return ['nobody'];
  if (interfaceName === 'image') return ['image key', 'image key', 'operator with a token'];
  if (interfaceName === 'video') return ['video key', 'video key', 'member with a token'];
  return ['member', 'owner', 'operator', 'operator'];
}

function arbitraryPaths({ path }: FuzzOperation, good: ByName): fc.Arbitrary<string> {
  const parts = path.split('/').map(part => {
    if (part === '*') return fc.constantFrom('', 'tasks', 'a/b', '%2e%2e/x', '..%2f..%2fx', '%zz');
    if (!part.startsWith(':')) return fc.constant(part);
    const name = part.slice(1);
    const value = arbitraryValues({ name, values: [] }, good).map(asText);
    return fc.oneof({ weight: 4, arbitrary: value.map(escapeText) }, { weight: 1, arbitrary: value });
  });
  return mostly(
    fc.tuple(...parts).map(joined => joined.join('/')),
    mutatedPath(path),
    15,
  );
}

/** A lone surrogate cannot be percent-encoded. */
function escapeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function mutatedPath(path: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(
        '//',
        '/./',
        '/../',
        '/%2e%2e/',
        '/%00',
        '/%ff',
        '/%',
        ';x=1',
        '/',
        '.json',
        '%0d%0a',
        '\\',
        '/é',
      ),
      fc.nat(path.length),
    )
    .map(([wedge, position]) => `/${path.slice(1, position)}${wedge}${path.slice(Math.max(1, position))}`);
}

function arbitraryQueries({ query }: FuzzOperation, good: ByName): fc.Arbitrary<string> {
  const pairs = query.map(field =>
    arbitraryValues(field, good).map(value => `${field.name}=${escapeText(asText(value))}`),
  );
  const required = query.flatMap((field, index) =>
    field.isRequired ? [pairs[index] as fc.Arbitrary<string>] : [],
  );
  const optionalPairs = pairs.length > 0 ? fc.array(fc.oneof(...pairs), { maxLength: 3 }) : fc.constant([]);
  const usual = fc
    .tuple(fc.tuple(...required), optionalPairs)
    .map(([first, more]) => asQuery([...first, ...more]));
  const odd = fc.constantFrom(
    '?',
    '?&&&',
    '?=',
    '?%zz',
    '?a=%',
    '?__proto__=1',
    '?a[b]=c',
    '?limit[]=1',
    '?a=1&a=2',
    '?#',
  );
  return mostly(usual, odd, 15);
}

function asQuery(pairs: readonly string[]): string {
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
