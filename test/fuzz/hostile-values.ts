/**
 * Values that parsers may fail on, by their intended type. Used by the fuzzer and by the tests of single
 * parsers. None of them is certainly invalid: some are valid. See hostile-addresses.ts for hosts and
 * networks, and hostile-headers.ts for lists in headers.
 */
import fc from 'fast-check';

type Texts = fc.Arbitrary<string>;

const digits = (min: number, max: number) => fc.integer({ min, max }).map(String);
const two = digits(0, 99).map(text => text.padStart(2, '0'));

/** Existing and nonexistent dates and times, in the forms that programs write. */
export const dates: Texts = fc.oneof(
  fc
    .tuple(
      fc.oneof(fc.constantFrom('2026', '2027', '0000', '0001', '9999'), digits(0, 99_999)),
      two,
      two,
      fc.constantFrom(
        '',
        'T',
        ' ',
        'T00:00:00Z',
        'T24:00:00Z',
        'T25:61:61Z',
        'T12:00:00+99:99',
        'T12:00:00.123456789Z',
      ),
    )
    .map(([year, month, day, time]) => `${year}-${month}-${day}${time}`),
  fc.constantFrom(
    '2026-13-01',
    '2026-00-10',
    '2026-02-30',
    '2026-1-1',
    '+275760-09-13T00:00:00Z',
    '+275760-09-14T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    '1e12',
    'now',
    'infinity',
    'epoch',
    '90d',
    '0d',
    '-1d',
    '999999d',
    '1.5h',
    '30M',
    '2026-11',
    '2026-13',
    '20６0-01',
  ),
  fc.date({ noInvalidDate: true }).map(date => date.toISOString()),
  fc.date({ noInvalidDate: true }).map(date => date.toUTCString()),
  fc.tuple(digits(0, 10_000_000), fc.constantFrom('d', 'h', 'm', 's', 'y', '')).map(parts => parts.join('')),
);

export const cursors: Texts = fc.oneof(
  fc.bigInt({ min: -1n, max: 10n ** 40n }).map(String),
  fc.constantFrom(
    '9223372036854775807',
    '9223372036854775808',
    '999999999999999999',
    '-0',
    '+1',
    '0x1',
    '1e3',
    '1.0',
    ' 1',
    '٣',
    '１',
  ),
  fc.uuid(),
  fc.stringMatching(/^video_[0-9a-z]{0,40}$/),
);

export const ids: Texts = fc.oneof(
  fc.uuid(),
  cursors,
  fc.constantFrom(
    '__proto__',
    'constructor',
    'null',
    'none',
    '..',
    '%2e%2e%2f',
    "' or '1'='1",
    '00000000-0000-0000-0000-00000000000g',
    '{00000000-0000-0000-0000-000000000000}',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ),
  fc.integer({ min: 100, max: 3000 }).map(length => '9'.repeat(length)),
);

/** Text that storage, search and display may fail on, including NUL and lone surrogates. */
export const texts: Texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    '%',
    '%s',
    '_',
    '\\',
    "'",
    '"',
    '$1',
    '{}',
    '{a,b}',
    '((((',
    'a & | ! ()',
    '--',
    '--ar',
    '--ar 0:0',
    '--seed -1',
    '::',
    'a::-1',
    ':*',
    '<->',
  ),
  fc.integer({ min: 1000, max: 7000 }).map(length => 'a '.repeat(length)),
);

/** JSON of any kind, and numbers at the limits. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    -0,
    0.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    1e21,
    1e308,
    5e-324,
    [],
    [[]],
    [null],
    {},
    { '': '' },
    { length: 1 },
    { toString: 1 },
    { constructor: { prototype: {} } },
  ),
  fc.jsonValue({ maxDepth: 2, stringUnit: 'binary-ascii' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  texts,
);
