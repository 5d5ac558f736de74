/** One or two headers that every header parser must survive. */
import fc from 'fast-check';
import { hosts, networks, urls } from './hostile-addresses.ts';
import { cookies, languages, ranges, tags } from './hostile-headers.ts';
import { cursors, dates, ids, texts } from './hostile-values.ts';

const header = (name: string, values: fc.Arbitrary<string>) =>
  values.map((value): [string, string] => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')]);

export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: header('host', hosts) },
      header('x-forwarded-host', hosts),
      header('x-forwarded-for', networks),
      header(
        'x-forwarded-for',
        fc.array(networks, { maxLength: 4 }).map(list => list.join(',')),
      ),
      header(
        'x-forwarded-proto',
        fc.constantFrom('https', 'http', 'gopher', '', 'https,http', 'x'.repeat(3000)),
      ),
      header('forwarded', fc.constantFrom('for=1.2.3.4', 'host="%"')),
      header('range', ranges),
      header('if-range', tags),
      header('if-none-match', tags),
      header('if-modified-since', dates),
      header('accept-language', languages),
      header('accept', fc.constantFrom('text/html', '*/*', ';q=', '')),
      header('accept-encoding', fc.constantFrom('gzip', 'br;q=x', ',')),
      header('cookie', cookies),
      header('origin', urls),
      header('sec-fetch-site', fc.constantFrom('none', 'same-origin', 'cross-site', '')),
      header('last-event-id', cursors),
      header('idempotency-key', fc.oneof(fc.constantFrom('one', 'two', ''), texts)),
      header('kinora-token', ids),
      header(
        'authorization',
        fc.oneof(texts, fc.constantFrom('Bearer', 'Bearer ', 'Basic x', 'Bearer kn_x')),
      ),
      header('mj-api-secret', texts),
      header('user-agent', fc.oneof(texts, fc.constant('u'.repeat(5000)))),
      header(
        'content-type',
        fc.constantFrom(
          'application/json;;',
          'application/json; charset=utf-16',
          'text/html',
          '',
          'multipart/form-data; boundary=',
        ),
      ),
      header('content-encoding', fc.constantFrom('gzip', 'identity', 'x')),
    ),
    { maxLength: 2 },
  )
  .map(pairs => Object.fromEntries(pairs));
