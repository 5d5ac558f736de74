/** What a JSON body may contain, and how cheaply it is rejected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBody, withImages } from './body-images.ts';
import { parseJson } from './parse-json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));
const megabyte = 1024 * 1024;
const picture = 'iVBORw0KGgo'.repeat(20_000);

/** The body as its handler sees it, with its images. */
async function read(text: string): Promise<unknown> {
  const body = await parse(text);
  return inBody(body, () => fillImages(body));
}

async function fillImages(value: unknown): Promise<unknown> {
  if (typeof value === 'string') return withImages(value, 40 * megabyte);
  if (Array.isArray(value)) return Promise.all(value.map(fillImages));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([key, inner]) => [key, await fillImages(inner)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

test('a body is large only where it carries pictures, and its texts stay small', async () => {
  const url = `data:image/png;base64,${picture}`;
  const sentBody = {
    base64Array: [picture, url],
    prompt: `${url} ${url}\n${url} 一只 "cat" \\n`,
    glued: [`中${url}`, `${url}文a`, `![a](${url}), "${url}"`, `a\n${picture}`],
    list: [1, null, { a: '\u0001é' }],
  };
  assert.deepEqual(await read(JSON.stringify(sentBody)), sentBody);
  assert.ok(JSON.stringify(await parse(JSON.stringify(sentBody))).length < 100_000);
  const other = sentBody.base64Array.map(text => text.replace('iVB', 'aVB'));
  assert.notDeepEqual(
    await parse(JSON.stringify([other])),
    await parse(JSON.stringify([sentBody.base64Array])),
  );
  for (const text of ['no picture ', 'a"', '\\', '多', url.slice(0, 50)]) {
    const long = JSON.stringify({ prompt: text.repeat(megabyte) });
    await assert.rejects(parse(long), { code: 'body_text_too_large' }, text);
  }
  await assert.rejects(parse(`{"${picture.repeat(10)}":1}`), { code: 'body_text_too_large' });
  await assert.rejects(parse(`{}${' '.repeat(2 * megabyte)}`), { code: 'body_text_too_large' });
});

test('Base64 is read as encoders write it', async () => {
  const base64 = 'ab+/Cd=='.repeat(16 * 1024);
  const encodings = [
    base64.replaceAll('/', '\\/'),
    base64.replaceAll('+', '\\u002B').replaceAll('=', '\\u003d'),
    base64.replace(/.{76}/g, '$&\\n'),
    base64.replace(/.{64}/g, '$&\\r\\n'),
    `data:image/png;base64,\\n${base64.replace(/.{76}/g, '$&\\n')}`,
  ];
  for (const text of encodings) {
    const plain = (JSON.parse(`"${text}"`) as string).replace(/[\r\n]/g, '');
    const parsedTexts = (await read(`["${text}"]`)) as string[];
    assert.equal(parsedTexts[0]?.replace(/[\r\n]/g, ''), plain);
    assert.ok(JSON.stringify(await parse(`["${text}"]`)).length < 10_000, text.slice(0, 100));
  }
  // Others stay as they are, and are rejected where they are decoded.
  assert.match(JSON.stringify(await read(`["${base64}\\x"]`)), /\\\\x/);
});

test('a text that stands for no image of its body is a text', async () => {
  const forgedText = `image~1~${'0'.repeat(64)}~==`;
  assert.deepEqual(await read(JSON.stringify([forgedText])), [forgedText]);
  const body = [forgedText, 'A'.repeat(megabyte)];
  assert.deepEqual(await read(JSON.stringify(body)), body);
});

test('a client that names its image a thousand times gets little more than the most that is allowed', async () => {
  const image = 'A'.repeat(megabyte);
  const forgedText = `image~0~${'0'.repeat(64)}~`.repeat(1000);
  const body = await parse(JSON.stringify([forgedText, image]));
  const [text = ''] = body as string[];
  const filledText = await inBody(body, () => withImages(text, megabyte));
  assert.ok(filledText.length > megabyte && filledText.length < 3 * megabyte, String(filledText.length));
});

test('values and levels are counted before any of them is built', async () => {
  for (const value of ['0', '{}', '[]', '""', '"a":1', 'null']) {
    const list = `${value},`.repeat(30_000) + value;
    const text = value.includes(':') ? `{${list}}` : `{"junk":[${list}]}`;
    await assert.rejects(parse(text), { code: 'request_invalid' }, value);
    // Nothing behind the limit is read, so it may as well be no JSON.
    await assert.rejects(parse(`${text.slice(0, -5)}\xff`), { code: 'request_invalid' }, value);
  }
  const levels = (count: number) => '['.repeat(count) + ']'.repeat(count);
  assert.deepEqual(await parse(levels(20)), JSON.parse(levels(20)));
  await assert.rejects(parse(levels(21)), { code: 'request_invalid' });
});

test('keys that would change a prototype are dropped', async () => {
  const cleanBody = await parse(
    '{"a":{"__proto__":{"x":1}},"constructor":{"prototype":{"x":1}},"b":{"constructor":1}}',
  );
  assert.equal(JSON.stringify(cleanBody), '{"a":{},"b":{"constructor":1}}');
});

test('broken JSON is rejected with its place, what is there and what is allowed', async () => {
  const cases = [
    ['{"a":', 6, 'the end of the body', /^\{ \[ "text"/],
    ['{a:1}', 2, '`a:1}`', /^"name" }$/],
    ['{"a":1,}', 8, '`}`', /^"name"$/],
    ['{"a" 1}', 6, '`1}`', /^:$/],
    ['{"a":tru}', 6, '`tru}`', /true/],
    ['{"a":True}', 6, '`True}`', /true/],
    ["{'a':1}", 2, "`'a':1}`", /^"name" }$/],
    ['[1 2]', 4, '`2]`', /^, ]$/],
    ['{"a":01}', 6, '`01}`', /true/],
    ['{"a":"x\n"}', 6, '`"x`', /"text"/],
    ['{"a":1} x', 9, '`x`', /^nothing more$/],
    ['prompt=x', 1, '`prompt=x`', /^\{/],
    [' ', 2, 'the end of the body', /^\{/],
    [`{"base64":"${picture}" "b":1}`, picture.length + 14, '`"b":1}`', /^, }$/],
  ] as const;
  for (const [text, position, foundText, allowedPattern] of cases)
    await assert.rejects(parse(text), ({ code, details }) => {
      const excerpt = text.slice(0, 20);
      assert.deepEqual(
        [code, details.position, details.found],
        ['json_invalid', position, foundText],
        excerpt,
      );
      assert.match(details.allowed, allowedPattern, excerpt);
      return true;
    });
  await assert.rejects(parseJson(Buffer.from('{"prompt":"caf\xe9"}', 'latin1')), { code: 'body_not_utf8' });
});

test('every text that is no JSON has a place, and every place is in the text', async () => {
  const good = '{"a":[1,-2.5e+3,{"b":"\\u00e9\\n"},[],{}],"c":null,"d":true}';
  for (let at = 0; at < good.length; at++)
    for (const text of [good.slice(0, at), `${good.slice(0, at)}?${good.slice(at)}`]) {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      if (isJson) assert.deepEqual(await parse(text), JSON.parse(text));
      else await assert.rejects(parse(text), ({ details }) => details.position <= text.length + 1, text);
    }
});

test('escaped keys that would change a prototype are dropped, too', async () => {
  const cases: readonly (readonly [text: string, expected: object])[] = [
    ['{"a":{"__proto__":{"b":1}}}', { a: {} }],
    ['{"\\u005f_proto__":{"b":1},"c":2}', { c: 2 }],
    ['{"constructor":{"prototype":{}},"c":2}', { c: 2 }],
    ['{"c\\u006fnstructor":{"prototype":{}},"c":2}', { c: 2 }],
    ['{"constructor":"Brunel"}', { constructor: 'Brunel' }],
  ];
  for (const [text, expected] of cases) assert.deepEqual(await parse(text), expected, text);
});
