/** Hosts, networks and URLs, valid and nearly valid. */
import fc from 'fast-check';

type Texts = fc.Arbitrary<string>;

const digits = (min: number, max: number) => fc.integer({ min, max }).map(String);

const labels: Texts = fc.oneof(
  fc.stringMatching(/^[a-z0-9_-]{0,20}$/),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '[',
    ']',
    '..',
    'xn--',
    'xn--zz--',
    '①',
    'ü',
    '<',
    ' ',
    '\\',
    '|',
    '^',
    "'",
    '@',
    '#',
    '?',
    ',',
  ),
);

/** As they appear in Host, in a URL and in X-Forwarded-Host. */
export const hosts: Texts = fc.oneof(
  fc.array(labels, { maxLength: 4 }).map(parts => parts.join('.')),
  fc
    .tuple(fc.array(labels, { minLength: 1, maxLength: 2 }), digits(-1, 70_000))
    .map(([parts, port]) => `${parts.join('.')}:${port}`),
  fc.constantFrom(
    '%',
    '[',
    '[]',
    '[::1',
    '[::1]:',
    '[::1]:x',
    '[fe80::1%25eth0]',
    '[1:2:3:4:5:6:7:8:9]',
    '1.2.3.4.5',
    '256.1.1.1',
    '0x7f.1',
    '127.1',
    ':80',
    'a:',
    'a:b:c',
    'a, b',
    'a/b',
    'user:pw@host',
    'null',
    'localhost.',
    '.',
  ),
  fc.integer({ min: 200, max: 5000 }).map(length => 'a'.repeat(length)),
);

/** IPv4 and IPv6, single addresses and networks, valid and nearly valid. */
export const networks: Texts = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4Extended(),
  fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6()), digits(-1, 200)).map(([address, bits]) => `${address}/${bits}`),
  fc.constantFrom(
    '::',
    '::1/129',
    '::ffff:1.2.3.4',
    '::ffff:1.2.3.4/97',
    '1.2.3.4/33',
    '1.2.3.4/08',
    '1.2.3.4/',
    '/8',
    '01.02.03.04',
    '1.2.3',
    'fe80::1%eth0',
    'unknown',
    '_hidden',
    '"[2001:db8::1]:80"',
    '1.2.3.4:80',
    '1.2.3.4, 5.6.7.8, x',
  ),
);

/** URLs whose hosts are rejected without a resolver or a connection, so nothing leaves this machine. */
export const urls: Texts = fc
  .tuple(
    fc.constantFrom('http://', 'https://', 'HTTP:', 'ftp://', 'javascript:', 'data:', '//', 'http:///', ''),
    fc.constantFrom(
      '127.0.0.1',
      '10.0.0.1:99999',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[fe80::1%25eth0]',
      '[::1',
      '%',
      '%31%32%37.0.0.1',
      '256.1.1.1',
      '2130706433',
      '0x7f.1',
      'a b',
      'a..b',
      '<>',
      'user:pw@127.0.0.1',
      '',
      ':80',
    ),
    fc.constantFrom(
      '',
      '/',
      '/a.png',
      '/%zz',
      '/%00',
      '?q=%',
      '#',
      '/\0',
      '/😀',
      '/..//../',
      '/'.repeat(3000),
    ),
  )
  .map(parts => parts.join(''));
