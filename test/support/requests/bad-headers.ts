/** Invalid headers: key, range, length; and some without a meaning here. */
import fc from 'fast-check';
import type { Operation } from './api-operations.ts';
import { makeRequest, type BadRequest, type RequestFixtures, type Requests } from './bad-request.ts';

/** Paths that take keys of both groups: a chat with a video key generates a clip. */
const openToBoth = /^\/v1\/(?:images\/tasks\/|responses$|chat\/completions$)/;

/** No key, or one without access. */
export function wrongKey(operation: Operation, fixtures: RequestFixtures): Requests {
  const { keys, standing } = fixtures;
  const foreign =
    operation.interfaceName === 'site' || openToBoth.test(operation.path)
      ? []
      : [operation.interfaceName === 'video' ? keys.image : keys.video];
  const wrong = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      'Bearer',
      'Bearer ',
      'Basic dTpw',
      'null',
      'Bearer undefined',
      standing.revokedKey,
      ...foreign,
    ),
    fc
      .string({ minLength: 1, maxLength: 40 })
      .map(text => `Bearer x${text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')}`),
    fc.integer({ min: 1, max: 8000 }).map(length => `Bearer ${'k'.repeat(length)}`),
  );
  const headers = fc.oneof(
    wrong.map(authorization => ({ authorization })),
    wrong.map(secret => ({ authorization: '', 'mj-api-secret': secret })),
    // The first of two keys counts.
    fc.constant({ authorization: 'Bearer kn_wrong', 'mj-api-secret': keys.image }),
  );
  const body = operation.fields && JSON.stringify(operation.valid);
  return headers.map(values =>
    makeRequest(operation, fixtures, {
      fault: 'a key that does not open this',
      headers: values,
      ...(body !== undefined && { body }),
    }),
  );
}

/** Ranges of existing files: malformed ones are ignored, those outside the file are rejected. */
export function wrongRange({ keys, standing }: RequestFixtures): Requests {
  const files = [
    { path: standing.mediaPath, interfaceName: 'site', headers: {} },
    {
      path: `/v1/videos/${standing.clip}/content`,
      interfaceName: 'video',
      headers: { authorization: `Bearer ${keys.video}` },
    },
  ] as const;
  const range = fc.oneof(
    fc.constantFrom(
      'bytes=',
      'bytes=-',
      'bytes=a-b',
      'bytes=5-2',
      'bytes=-0',
      'bytes=0-0,5-9',
      'lines=1-2',
      'bytes=--5',
      'bytes 0-5',
      'bytes=0-0;x',
    ),
    fc.bigInt({ min: 10n ** 7n, max: 10n ** 40n }).map(from => `bytes=${from}-`),
    fc.bigInt({ min: 0n, max: 10n ** 40n }).map(last => `bytes=-${last}`),
    fc.integer({ min: 1, max: 3000 }).map(count => `bytes=${'0-0,'.repeat(count)}1-1`),
  );
  return fc
    .record({ file: fc.constantFrom(...files), range })
    .map(({ file, range: rangeHeader }): BadRequest => ({
      ...file,
      fault: 'a range that is not there',
      method: 'GET',
      expect: 'answered',
      headers: { ...file.headers, range: rangeHeader },
    }));
}

/**
 * A body of which only the beginning is sent, with a Content-Length above every limit;
 * and headers that are too large.
 */
export function unfinishedBody(operation: Operation, fixtures: RequestFixtures): Requests {
  const tooLong = fc
    .bigInt({ min: 65n * 1024n * 1024n, max: 10n ** 15n })
    .map(length => ({ 'content-length': String(length) }));
  const tooLarge = fc
    .integer({ min: 17_000, max: 40_000 })
    .map(length => ({ 'x-large': 'x'.repeat(length) }));
  const body = JSON.stringify(operation.valid);
  return fc
    .oneof(tooLong, tooLarge)
    .map(headers => makeRequest(operation, fixtures, { fault: 'more than is allowed', body, headers }));
}

/** Headers that do not change a response, except for its language. */
export const idleHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'accept-language': 'zh-CN' },
      { 'accept-language': ';q=,,\x80' },
      { 'accept-encoding': 'br;q=2, gzip' },
      { 'x-forwarded-for': '127.0.0.1, x' },
      { 'x-forwarded-host': 'evil"\'<script>', 'x-forwarded-proto': 'gopher' },
      { 'x-forwarded-host': 'a'.repeat(5000) },
      { host: 'a b' },
      { host: '[' },
      { host: '' },
      { host: 'a'.repeat(3000) },
      { origin: 'null' },
      { origin: 'http://\x80' },
      { 'if-none-match': '*' },
      { 'if-range': 'x' },
      { cookie: '__proto__=1; a'.repeat(100) },
      { 'x-http-method-override': 'DELETE' },
      { expect: '100-continue' },
      { 'content-encoding': 'gzip' },
      { te: 'trailers' },
      // The connection is closed afterwards: after a request for an upgrade, Node does not answer
      // an unreadable request on it.
      { upgrade: 'websocket', connection: 'upgrade, close' },
      { 'idempotency-key': 'the same' },
    ),
  },
);
