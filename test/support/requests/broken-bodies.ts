/**
 * Bodies that are invalid for every operation: broken JSON, the wrong type of it, invalid
 * characters, broken multipart.
 */
import fc from 'fast-check';
import type { Operation } from './api-operations.ts';

/** JSON text that cannot be parsed, or is not an object. */
export function brokenJson({ valid, allows }: Operation): fc.Arbitrary<string> {
  const text = JSON.stringify(valid);
  const always = [
    fc.integer({ min: 1, max: text.length - 1 }).map(length => text.slice(0, length)),
    fc.constantFrom(
      `[${text}]`,
      `[${text},${text}]`,
      '[]',
      '"text"',
      '0',
      '1e999',
      'true',
      JSON.stringify(text),
    ),
    fc.constantFrom(
      `${text}${text}`,
      `${text},`,
      `{${text}`,
      `{'a':1}`,
      '{a:1}',
      '{"a":01}',
      '{"a":NaN}',
      '{"a":Infinity}',
      '{"a":0x1}',
    ),
    fc.constantFrom(
      '{"a":"\n"}',
      '{"a":"\\x41"}',
      '{"a":"\\ud8"}',
      '{,}',
      '<xml/>',
      'a=1&b=2',
      '\u0000',
      '/**/{}',
      '--x\r\n\r\n--x--',
    ),
    fc
      .integer({ min: 21, max: 20_000 })
      .map(depth => `${text.slice(0, -1)},"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`),
    fc
      .integer({ min: 21, max: 5000 })
      .map(depth => `${text.slice(0, -1)},"deep":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`),
    fc.integer({ min: 1, max: 50_000 }).map(depth => '['.repeat(depth)),
  ];
  // If no field is required, these are the same as an empty object.
  const empty = fc.constantFrom(
    '',
    'null',
    '{}',
    '{"__proto__":{"prompt":"a"}}',
    '{"constructor":{"prototype":{"a":1}}}',
    ' ',
  );
  return fc.oneof(...always, ...(allows({}) ? [] : [empty]));
}

/** A valid body with a NUL or a lone surrogate somewhere: in a value, in an unknown field, in a name. */
export function poisonedBody({ valid }: Operation): fc.Arbitrary<object> {
  const poison = fc
    .tuple(fc.constantFrom('\0', '\ud800', '\udfff', '\udc00\ud800'), fc.string({ maxLength: 10 }))
    .map(([mark, text]) => `${text}${mark}${text}`);
  const texts = Object.keys(valid).filter(name => typeof valid[name] === 'string');
  return fc
    .record({ name: fc.constantFrom('extra', 'deep', '', ...texts), value: poison })
    .map(({ name, value }) => {
      if (name === '') return { ...valid, [value]: 1 };
      return { ...valid, [name]: name === 'deep' ? [{ a: [value] }] : value };
    });
}

const boundary = 'boundary';
const field = (name: string, value: string, more = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const good = [field('model', 'sketch-short'), field('prompt', 'a cat')].join('');
const end = `--${boundary}--\r\n`;

/** Parts that are not a valid video request. */
export const brokenMultipart: fc.Arbitrary<{ type: string; body: string }> = fc
  .oneof(
    fc.constantFrom(good, '', `${good}--${boundary}`, 'garbage', `\r\n${good}`, `${good}\0`),
    fc
      .constantFrom(
        '__proto__',
        'constructor',
        'a[b][c]',
        '[]',
        '',
        'seconds[]',
        'hasOwnProperty',
        'a'.repeat(500),
        'prompt',
        'model[x]',
        'foo',
      )
      .map(name => `${good}${field(name, '5')}${end}`),
    fc.integer({ min: 51, max: 300 }).map(count => `${good}${field('foo[]', 'x').repeat(count)}${end}`),
    fc
      .integer({ min: 1, max: 4 })
      .map(count => `${good}${field('input_reference', 'x', '; filename="a.png"').repeat(count)}${end}`),
    fc.constantFrom('model', 'prompt').map(name => `${field(name, 'x', '; filename="a.png"')}${end}`),
    fc
      .integer({ min: 6001, max: 200_000 })
      .map(length => `${field('model', 'sketch-short')}${field('prompt', 'x'.repeat(length))}${end}`),
    fc
      .constantFrom('-1', '4.5', '1e1', 'x', '', '\u0000', '999999999999999999999')
      .map(value => `${good}${field('seconds', value)}${end}`),
    fc.constant(`--${boundary}\r\n\r\nno disposition\r\n${end}`),
  )
  .map(body => ({ type: `multipart/form-data; boundary=${boundary}`, body }));

export const brokenMultipartType: fc.Arbitrary<string> = fc.constantFrom(
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=other',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/mixed; boundary=boundary',
);

export const wholeMultipart = `${good}${end}`;
