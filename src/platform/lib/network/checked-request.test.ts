import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import tls from 'node:tls';
import fc from 'fast-check';
import { parseWebUrl, sendChecked, type RequestDependencies } from './checked-request.ts';
import { openAddressCheck } from './public-address.ts';
import { SafeFetchError, type SafeFetchCode } from './safe-fetch-error.ts';

const nobody = { resolve: () => assert.fail('DNS was asked'), isAllowed: openAddressCheck([]) };

test('only plain http and https URLs are accepted', () => {
  const invalid = [
    '',
    'cat.png',
    'http://',
    'http://[::1',
    'http://256.1.1.1/',
    'http://exa mple.com/',
    'http://a..b:99999/',
    'ftp://a.example/',
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    'javascript:alert(1)',
    'gopher://a/',
    'http://user@a.example/',
    'http://user:word@a.example/',
    'http://:word@a.example/',
    'http://[fe80::1%25eth0]/',
    'http://a.example:0/',
    'http://a.example:22/',
    'http://a.example:25/',
    'https://a.example:1023/',
  ];
  for (const text of invalid) assert.throws(() => parseWebUrl(text), failing('url_invalid'), text);
});

test('URLs are normalized: ASCII host names, no trailing dot, no fragment', () => {
  const forms = [
    ['http://例え.jp/猫.png#ear', 'http://xn--r8jz45g.jp/%E7%8C%AB.png'],
    ['HTTPS://Pictures.Example.:443/a?b=c', 'https://pictures.example/a?b=c'],
    ['http://pictures.example:9000/a', 'http://pictures.example:9000/a'],
    ['http://①②⑦.0.0.1/', 'http://127.0.0.1/'],
  ] as const;
  for (const [text, href] of forms) assert.equal(parseWebUrl(text).href, href);
});

test('an address of the internal network is rejected in any notation, without a DNS query', async () => {
  const isRefused = fc.asyncProperty(innerAddress, notation, async (address, write) => {
    await assert.rejects(send(`http://${write(address)}/`, nobody), failing('address_refused'));
  });
  await fc.assert(isRefused, { numRuns: 1000 });
});

test('a host name with any internal address is rejected', async () => {
  const answers = fc
    .tuple(fc.array(fc.constantFrom('8.8.8.8', '2606:4700::1')), innerAddress.map(toDotted))
    .chain(([outerAddresses, inner]) =>
      fc.shuffledSubarray([...outerAddresses, inner], { minLength: outerAddresses.length + 1 }),
    );
  const isRefused = fc.asyncProperty(answers, async addresses => {
    const parts = { ...nobody, resolve: async () => addresses };
    await assert.rejects(send('http://pictures.example/', parts), failing('unreachable'));
  });
  await fc.assert(isRefused);
});

test('the rejection does not reveal the address of a host name', async () => {
  const parts = { ...nobody, resolve: async () => ['10.20.30.40'] };
  await assert.rejects(send('http://intranet.example/', parts), error => !String(error).includes('10.20'));
});

test('unknown, internal and unresponsive host names have the same error', async () => {
  const closed = createHttpServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise(resolve => closed.close(resolve));
  const parts: Partial<RequestDependencies>[] = [
    { resolve: () => Promise.reject(new Error('ENOTFOUND')) },
    { resolve: async () => [] },
    { resolve: async () => ['10.20.30.40'] },
    { resolve: async () => ['127.0.0.1'], isAllowed: () => true },
  ];
  const refusals = await Promise.all(
    parts.map(part =>
      send(`http://git.example:${port}/`, { ...nobody, ...part }).then(
        () => assert.fail('was answered'),
        ({ code, message }) => ({ code, message }),
      ),
    ),
  );
  for (const refusal of refusals) assert.deepEqual(refusal, refusals[0]);
});

test('names of this machine are rejected', async () => {
  const parts = { ...nobody, resolve: async () => ['::1', '127.0.0.1'] };
  for (const host of ['localhost', 'LOCALHOST.', 'a.localhost'])
    await assert.rejects(send(`http://${host}/`, parts), failing('unreachable'));
});

test('a host name without an address is unreachable', async () => {
  const resolves = [async () => [], () => Promise.reject(new Error('ENOTFOUND'))];
  for (const resolve of resolves)
    await assert.rejects(send('http://gone.example/', { ...nobody, resolve }), failing('unreachable'));
});

test('a connection to another address than the checked one is closed before the request', async t => {
  const server = createHttpServer(() => assert.fail('was asked')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const checkedAddresses: string[] = [];
  const isAllowed = (address: string) => checkedAddresses.push(address) === 1;
  await assert.rejects(send(`http://127.0.0.1:${port}/`, { ...nobody, isAllowed }), failing('unreachable'));
  assert.deepEqual(checkedAddresses, ['127.0.0.1', '127.0.0.1']);
});

test('over TLS, the certificate must match the requested host name', async t => {
  const server = createServer({ key: testKey, cert: testCertificate }, (_request, response) =>
    response.end('in'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const parts = { resolve: async () => ['127.0.0.1'], isAllowed: openAddressCheck(['127.0.0.1']) };

  const unknown = send(`https://pictures.example:${port}/`, parts);
  await assert.rejects(unknown, failing('unreachable'), 'not signed by a trusted authority');
  const authorities = tls.getCACertificates();
  t.after(() => tls.setDefaultCACertificates(authorities));
  tls.setDefaultCACertificates([testCertificate]);
  const answer = await send(`https://pictures.example.:${port}/`, parts);
  assert.equal(answer.statusCode, 200);
  answer.destroy();
  await assert.rejects(send(`https://other.example:${port}/`, parts), failing('unreachable'));
  await assert.rejects(send(`https://127.0.0.1:${port}/`, parts), failing('unreachable'));
});

function send(text: string, parts: Parameters<typeof sendChecked>[1]) {
  const signal = AbortSignal.timeout(10_000);
  return sendChecked({ url: parseWebUrl(text), method: 'GET', headers: {}, signal }, parts);
}

function failing(code: SafeFetchCode) {
  return (error: unknown) => error instanceof SafeFetchError && error.code === code;
}

/** The four bytes of an address in a blocked network. */
const innerAddress = fc
  .tuple(
    fc.constantFrom([0], [10], [100, 100], [127], [169, 254], [172, 20], [192, 168], [198, 18], [230], [255]),
    fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)),
  )
  .map(([start, rest]) => [...start, ...rest].slice(0, 4));

const notation = fc.constantFrom<((bytes: readonly number[]) => string)[]>(
  toDotted,
  bytes => `${toDotted(bytes)}.`,
  bytes => bytes.map(byte => `0x${byte.toString(16)}`).join('.'),
  bytes => bytes.map(byte => `0${byte.toString(8)}`).join('.'),
  bytes => String(toNumber(bytes)),
  bytes => `0x${toNumber(bytes).toString(16)}`,
  bytes => `0${toNumber(bytes).toString(8)}`,
  ([first = 0, ...rest]) => `${first}.${toNumber([0, ...rest])}`,
  bytes => toDotted(bytes).replaceAll('.', '。'),
  bytes => toDotted(bytes).replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
  bytes => toDotted(bytes).replace(/\d/g, digit => `%3${digit}`),
  bytes => `[::ffff:${toDotted(bytes)}]`,
  bytes =>
    `[0:0:0:0:0:FFFF:${toNumber(bytes.slice(0, 2)).toString(16)}:${toNumber(bytes.slice(2)).toString(16)}]`,
  bytes => `[::${toDotted(bytes)}]`,
  bytes => `[64:ff9b::${toDotted(bytes)}]`,
  bytes => `[2002:${toNumber(bytes.slice(0, 2)).toString(16)}:${toNumber(bytes.slice(2)).toString(16)}::]`,
);

function toDotted(bytes: readonly number[]): string {
  return bytes.join('.');
}

function toNumber(bytes: readonly number[]): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** A certificate for this test only, for pictures.example, valid from 2020 to 2120. */
const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg35JXYrlJPB3iB58a
diFlyDY5JQZ09kyMhgJAOhZbehShRANCAAR0Qv1lw2PejikMpODsu3pLOOPoYyyN
08vj3iAdblPXmgI3lNWHEtDpZpFh0WoNsUPkZ1AibGwVYml/aws1pE2w
-----END PRIVATE KEY-----`;
const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBVjCB/aADAgECAgEBMAoGCCqGSM49BAMCMBsxGTAXBgNVBAMMEHBpY3R1cmVz
LmV4YW1wbGUwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBsxGTAX
BgNVBAMMEHBpY3R1cmVzLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AAR0Qv1lw2PejikMpODsu3pLOOPoYyyN08vj3iAdblPXmgI3lNWHEtDpZpFh0WoN
sUPkZ1AibGwVYml/aws1pE2wozAwLjAbBgNVHREEFDASghBwaWN0dXJlcy5leGFt
cGxlMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAIxk/pyLGYE1
qxoyMGhoZ8L3lKXSOd8Oe2QEtTtlvoiSAiBudJm0p0H1XhV6GybNDg8vgZGwUoVf
Tj5CpLY/8D9Dlw==
-----END CERTIFICATE-----`;
