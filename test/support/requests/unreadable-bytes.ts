/** Bytes that are not an HTTP request, or that two servers could parse differently. */
import fc from 'fast-check';
import type { Operation } from './api-operations.ts';
import { makeRequest, type RequestFixtures, type Requests } from './bad-request.ts';

export function unreadableBytes(operation: Operation, fixtures: RequestFixtures): Requests {
  const { method, path, headers } = makeRequest(operation, fixtures, { fault: '' });
  const start = `${method} ${path} HTTP/1.1\r\nHost: a\r\n`;
  const requestStart = `${start}Authorization: ${headers['authorization']}\r\n`;
  const body = JSON.stringify(operation.valid);
  const raw = fc.oneof(
    fc.constantFrom(
      ...[
        'Bad Name: x',
        'X: a\0b',
        'X: a\r\n folded',
        ': x',
        'X',
        'Content-Length: -1',
        'Content-Length: 0x2',
        'Transfer-Encoding: gzip',
      ].map(line => `${requestStart}${line}\r\n\r\n${body}`),
      `${requestStart}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${requestStart}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
      `${start.replace('HTTP/1.1', 'HTTP/9.9')}\r\n`,
      `${start.toLowerCase()}\r\n`,
      `${start.replace(path, '/\u0001')}\r\n`,
      `${start.replace(path, '/é')}\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ),
    fc.stringMatching(/^[!-@a-z~][^A-Z]{1,60}$/).map(text => `${text}\r\n\r\n`),
  );
  return raw.map(bytes => ({
    ...makeRequest(operation, fixtures, { fault: 'bytes that are no request' }),
    raw: bytes,
  }));
}
