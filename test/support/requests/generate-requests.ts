/**
 * Requests that are certainly invalid, generated from the OpenAPI document: every operation, with every
 * prefix, invalid in one way. Faults beyond the document's schemas are in bad-values, bad-prompts,
 * bad-fields and broken-bodies.
 */
import fc from 'fast-check';
import type { InterfaceName, Operation } from './api-operations.ts';
import { badFields } from './bad-fields.ts';
import { unknownId, unknownPath, wrongMethod, wrongQuery } from './bad-addresses.ts';
import { idleHeaders, unfinishedBody, wrongKey, wrongRange } from './bad-headers.ts';
import { makeRequest, type RequestFixtures, type Requests } from './bad-request.ts';
import { costlyBody } from './costly-bodies.ts';
import { makeOddValues } from './bad-values.ts';
import {
  brokenJson,
  brokenMultipart,
  brokenMultipartType,
  poisonedBody,
  wholeMultipart,
} from './broken-bodies.ts';
import { unreadableBytes } from './unreadable-bytes.ts';

export function generateRequests(operations: readonly Operation[], fixtures: RequestFixtures): Requests {
  const withBody = operations.filter(({ fields }) => fields !== undefined);
  const withId = operations.filter(({ path }) => path.includes('{'));
  const withQuery = operations.filter(({ queries }) => queries.length > 0);
  const withKey = operations.filter(({ needsKey }) => needsKey);
  const one = (from: readonly Operation[], make: (operation: Operation) => Requests) =>
    fc.oneof(...from.map(make));
  const videos = withBody.filter(({ interfaceName }) => interfaceName === 'video');
  const kinds: readonly { weight: number; arbitrary: Requests }[] = [
    { weight: 8, arbitrary: one(withBody, operation => againstSchema(operation, fixtures)) },
    { weight: 5, arbitrary: one(withBody, operation => makeUnreadable(operation, fixtures)) },
    { weight: 2, arbitrary: one(withBody, operation => poisonedRequests(operation, fixtures)) },
    ...badFields(withBody, fixtures),
    { weight: 2, arbitrary: one(videos, operation => multipart(operation, fixtures)) },
    { weight: 2, arbitrary: one(withBody, operation => unfinishedBody(operation, fixtures)) },
    { weight: 3, arbitrary: one(operations, operation => wrongMethod(operation, { operations, fixtures })) },
    { weight: 3, arbitrary: one(withKey, operation => wrongKey(operation, fixtures)) },
    { weight: 4, arbitrary: one(withId, operation => unknownId(operation, fixtures)) },
    { weight: 1, arbitrary: unknownPath(operations, fixtures) },
    { weight: 2, arbitrary: one(withQuery, operation => wrongQuery(operation, fixtures)) },
    { weight: 1, arbitrary: wrongRange(fixtures) },
    { weight: 1, arbitrary: one(withBody, operation => unreadableBytes(operation, fixtures)) },
    { weight: 1, arbitrary: one(withBody, operation => costlyBody(operation, fixtures)) },
  ];
  return fc
    .record({ request: fc.oneof(...kinds), prefix: fc.constantFrom(...prefixes), idle: idleHeaders })
    .map(({ request, prefix, idle }) => ({
      ...request,
      path: request.path.replace(/^\/mj(?=\/)/, prefix),
      headers: { ...idle, ...request.headers },
    }));
}

/** Includes prefixes that the document does not show. A failure is shrunk to the first one. */
const prefixes = [
  '/mj',
  '/mj-fast/mj',
  '/mj-relax/mj',
  '/mj-turbo/mj',
  '/fast/mj',
  '/relax/mj',
  '/turbo/mj',
  '/mj/mj',
];

/** Fields of the wrong type, out of range or missing: all that the document does not allow. */
function againstSchema(operation: Operation, fixtures: RequestFixtures): Requests {
  const { fields = {}, required, valid, allows, interfaceName } = operation;
  const odd = Object.entries(fields).map(([name, schema]) =>
    makeOddValues(schema).map(value => ({ [name]: value })),
  );
  const missing = required.map(name => fc.constant({ [name]: undefined }));
  return fc
    .array(fc.oneof(...odd, ...missing), { minLength: 1, maxLength: 3 })
    .map(changes => JSON.stringify(Object.assign({}, valid, ...changes)))
    .filter(text => !allows(dropNulls(JSON.parse(text) as object, interfaceName)))
    .map(body => makeRequest(operation, fixtures, { fault: 'a body that the schema does not allow', body }));
}

/** In OpenAI's formats, null is the same as absent. */
function dropNulls(body: object, interfaceName: InterfaceName): unknown {
  if (interfaceName !== 'video' && interfaceName !== 'images') return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function makeUnreadable(operation: Operation, fixtures: RequestFixtures): Requests {
  const duplicate = `${JSON.stringify(operation.valid).slice(0, -1)},"${operation.required[0]}":[[]]}`;
  const texts = operation.required.length > 0 ? [fc.constant(duplicate)] : [];
  const types = [
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'application/json;;',
    'APPLICATION/JSON',
  ];
  // The image interface rejects all of these in its own format.
  const otherTypes =
    operation.interfaceName === 'image'
      ? ['text/html', 'application/x-www-form-urlencoded', 'x', 'image/png']
      : [];
  return fc
    .record({
      body: fc.oneof(brokenJson(operation), ...texts),
      type: fc.constantFrom(...types, ...otherTypes),
    })
    .map(({ body, type }) =>
      makeRequest(operation, fixtures, {
        fault: 'a body that is no JSON object',
        body,
        headers: { 'content-type': type },
      }),
    );
}

function poisonedRequests(operation: Operation, fixtures: RequestFixtures): Requests {
  return poisonedBody(operation).map(body =>
    makeRequest(operation, fixtures, { fault: 'text that cannot be kept', body: JSON.stringify(body) }),
  );
}

function multipart(operation: Operation, fixtures: RequestFixtures): Requests {
  const brokenBodies = brokenMultipart.map(({ type, body }) => ({ type, body }));
  const wrongTypes = brokenMultipartType.map(type => ({ type, body: wholeMultipart }));
  const foreign = fc
    .constantFrom(
      'text/html',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      'image/png',
      'application/xml',
    )
    .map(type => ({ type, body: JSON.stringify(operation.valid) }));
  return fc.oneof(brokenBodies, wrongTypes, foreign).map(({ type, body }) =>
    makeRequest(operation, fixtures, {
      fault: 'a body of another type',
      body,
      headers: { 'content-type': type },
    }),
  );
}
