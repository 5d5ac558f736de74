/**
 * Every parser of dates, hosts, networks, cursors, ranges, ETags, languages and cookies, with
 * generated valid and invalid values.
 */
import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { before, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { readCookie } from '../../../src/api/http/auth/session-cookie.ts';
import { lastEventId } from '../../../src/api/http/streams/last-event-id.ts';
import { readBaseUrl } from '../../../src/api/http/request/request-address.ts';
import { preferredLanguage } from '../../../src/api/http/route.ts';
import { hasTag } from '../../../src/api/http/reply/send-file.ts';
import { openNetworks } from '../../../src/platform/lib/network/public-address.ts';
import { networks, page } from '../../../src/api/procedures/fields/fields.ts';
import { when } from '../../../src/api/procedures/fields/when.ts';
import { hosts, networks as someNetworks, urls } from '../../fuzz/hostile-addresses.ts';
import { cookies, languages, ranges, tags } from '../../fuzz/hostile-headers.ts';
import { anything, cursors, dates } from '../../fuzz/hostile-values.ts';
import { sendFuzz } from '../../fuzz/send-fuzz.ts';
import { inDepth, runSeed } from '../../support/depth.ts';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';
import { plainPicture } from '../../support/clients/image-client.ts';

const runs = { seed: runSeed, numRuns: inDepth({ quick: 500, full: 3000 }) };
/** Fewer, because these runs go over HTTP. */
const fewRuns = { seed: runSeed, numRuns: inDepth({ quick: 100, full: 400 }) };

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp({ settings: { KINORA_TRUSTED_PROXIES: '127.0.0.1' } });
});

/** Returns undefined if the value is rejected. An exception fails the test. */
function parsed<Value>(type: z.ZodType<Value>, value: unknown): Value | undefined {
  return type.safeParse(value).data;
}

test('a time is a date that exists, or is rejected', () => {
  const property = fc.property(fc.oneof(dates, anything), text => {
    const time = parsed(when, text);
    if (time === undefined) return;
    assert.ok(Number.isFinite(time.getTime()));
    const [day, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(String(text).trim()) ?? [];
    if (day === undefined) return;
    const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
    assert.ok(Number(month) <= 12 && Number(date) <= (Number(year) < 100 ? 31 : daysInMonth), String(text));
  });
  fc.assert(property, runs);
  for (const good of ['2027-01-31', '2028-02-29T12:00:00Z', '90d', ' 30m '])
    assert.ok(parsed(when, good), good);
  for (const bad of ['2026-13-01', '2026-00-01', '2026-02-30', '2027-02-29', '2026-11-31T00:00:00Z', 'x', ''])
    assert.equal(parsed(when, bad), undefined, bad);
});

test('a network is an address with a valid prefix length, or is rejected', () => {
  const property = fc.property(fc.oneof(someNetworks, urls), text => {
    const [address = '', bits, ...more] = text.trim().split('/');
    const widest = isIP(address) === 4 ? 32 : 128;
    const isBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest);
    const isGood = isIP(address) !== 0 && !address.includes('%') && isBits && more.length === 0;
    const read = parsed(networks, [text]);
    assert.equal(read !== undefined, isGood, text);
    if (read) assert.equal(typeof openNetworks(read)('192.0.2.1'), 'boolean');
  });
  fc.assert(property, runs);
});

test('a host yields addresses on that host only, or is rejected', () => {
  const property = fc.property(hosts, fc.constantFrom('http', 'https', 'gopher', ''), (host, protocol) => {
    const request = { host, protocol, socket: { localAddress: '::1', localPort: 80 } };
    try {
      const {
        protocol: scheme,
        username,
        pathname,
        search,
        hash,
      } = new URL(`${readBaseUrl(request as unknown as FastifyRequest)}/v1`);
      assert.match(scheme, /^https?:$/);
      assert.deepEqual([username, pathname, search, hash], ['', '/v1', '', ''], host);
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === 'request_invalid', `${host}: ${String(error)}`);
    }
  });
  fc.assert(property, runs);
});

test('a request with an odd Host or X-Forwarded header is answered or rejected, never with a server error', async () => {
  const clean = (text: string) => text.replace(/[^\t\x20-\x7e]/g, '');
  const names = fc.constantFrom('host', 'x-forwarded-host', 'x-forwarded-for', 'x-forwarded-proto', 'origin');
  const header = fc.tuple(names, fc.oneof(hosts, someNetworks, urls).map(clean));
  const paths = fc.constantFrom(
    '/v1/models',
    '/api/session',
    '/',
    '/console',
    '/readyz',
    '/api/session.passkey-begin',
  );
  const property = fc.asyncProperty(paths, header, async (path, [name, value]) => {
    const isPost = path.endsWith('begin');
    const { status, text } = await sendFuzz(new URL(kinora.url), {
      method: isPost ? 'POST' : 'GET',
      path,
      headers: {
        host: 'localhost',
        authorization: `Bearer ${kinora.videoKey}`,
        'content-type': 'application/json',
        [name]: value,
      },
      body: isPost ? '{}' : undefined,
    });
    assert.ok(typeof status === 'number' && status < 500, `${status} ${text}`);
  });
  await fc.assert(property, fewRuns);
  const { status, body } = await call(`${kinora.url}/v1/models`, { key: kinora.videoKey });
  assert.deepEqual([status, body.object], [200, 'list']);
});

test('a range request returns those bytes, the whole file, or nothing', async () => {
  const { body } = await call(`${kinora.url}/mj/submit/upload-discord-images`, {
    key: kinora.imageKey,
    json: { base64Array: [await plainPicture()] },
  });
  const url: string = body.result[0];
  const fullFile = Buffer.from(await (await fetch(url)).arrayBuffer());
  const property = fc.asyncProperty(ranges, async range => {
    const response = await fetch(url, { headers: { range: range.replace(/[^\x20-\x7e]/g, '') } });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status === 200) return assert.ok(bytes.equals(fullFile), range);
    if (response.status === 416)
      return assert.equal(response.headers.get('content-range'), `bytes */${fullFile.length}`);
    const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(response.headers.get('content-range') ?? '') ?? [];
    assert.equal(response.status, 206, range);
    assert.ok(bytes.equals(fullFile.subarray(Number(from), Number(to) + 1)), range);
  });
  await fc.assert(property, fewRuns);
});

test('cursors, tags, languages, cookies and event numbers are parsed or rejected, whatever they contain', () => {
  const secret = /^ks_[0-9A-Za-z]{32}$/;
  const property = fc.property(
    fc.record({ cursor: fc.oneof(cursors, anything), tag: tags, language: languages, cookie: cookies }),
    ({ cursor, tag, language, cookie }) => {
      const before = parsed(page.before, cursor);
      assert.ok(before === undefined || (before >= 0n && before < 10n ** 18n));
      assert.equal(hasTag(`${tag},"mine"`, '"mine"'), true, tag);
      assert.ok(['en', 'zh'].includes(preferredLanguage(language)));
      const read = readCookie({ headers: { cookie } } as FastifyRequest, 'kinora_session', secret);
      assert.ok(read === undefined || secret.test(read));
      assert.ok(isEventNumber(JSON.stringify(cursor) ?? ''));
    },
  );
  fc.assert(property, runs);
});

function isEventNumber(text: string): boolean {
  const request = { headers: { 'last-event-id': text } } as unknown as FastifyRequest;
  try {
    const number = lastEventId({ request, query: {} });
    return number === undefined || Number.isSafeInteger(number);
  } catch (error) {
    return error instanceof AppError && error.code === 'field_invalid';
  }
}
