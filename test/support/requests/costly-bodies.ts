/** Bodies that cost more to read than to send: many values, much text, and very many small chunks. */
import fc from 'fast-check';
import type { Operation } from './api-operations.ts';
import { makeRequest, type RequestFixtures, type Requests } from './bad-request.ts';

export function costlyBody(operation: Operation, fixtures: RequestFixtures): Requests {
  const text = JSON.stringify(operation.valid);
  const start = text === '{}' ? '{' : `${text.slice(0, -1)},`;
  const manyFields = fc
    .record({
      value: fc.constantFrom('0', '""', '{}', '[]', 'null', '"a":0'),
      count: fc.integer({ min: 20_001, max: 60_000 }),
    })
    .map(({ value, count }) => {
      const values = `${value},`.repeat(count) + value;
      return `${start}"junk":${value.includes(':') ? `{${values}}` : `[${values}]`}}`;
    });
  const large = fc
    .constantFrom(
      'a b ',
      // Without the spaces, they look like Base64 with escapes, which is kept as an image is.
      '\\n ',
      '\\" ',
      '\\\\ ',
      '\\u0041 ',
      '多',
      'data:image/png,',
      `{"a":"${'x'.repeat(50)}"},`,
    )
    .map(word => `${start}"junk":${JSON.stringify(word.repeat(1_100_000 / word.length))}}`);
  const body = fc
    .oneof(manyFields, large)
    .map(text => makeRequest(operation, fixtures, { fault: 'a body that is costly to read', body: text }));
  return fc.oneof(
    { weight: 3, arbitrary: body },
    { weight: 1, arbitrary: bodyInPieces(operation, fixtures) },
  );
}

/** The body in chunks of one byte, with so many spaces behind it that there are thousands. */
function bodyInPieces(operation: Operation, fixtures: RequestFixtures): Requests {
  const request = makeRequest(operation, fixtures, { fault: 'a body in tiny pieces' });
  const { authorization } = request.headers;
  const head = [
    `${request.method} ${request.path} HTTP/1.1`,
    'Host: a',
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  const text = JSON.stringify(operation.valid).replace(/[^ -~]/g, ' ');
  return fc.integer({ min: 5000, max: 20_000 }).map(length => {
    const chunks = [...text.padEnd(length)].map(character => `1\r\n${character}\r\n`);
    return { ...request, raw: `${head.join('\r\n')}\r\n\r\n${chunks.join('')}0\r\n\r\n` };
  });
}
