/** What a JSON body may contain, and how cheaply it is rejected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from './parse-json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));
const megabyte = 1024 * 1024;
const picture = 'iVBORw0KGgo'.repeat(megabyte);

test('a body is large only where it carries pictures', () => {
  const sent = {
    base64Array: [picture, `data:image/png;base64,${picture}`],
    prompt: `data:image/png;base64,${picture} 一只 "cat"`,
    list: [1, null, { a: '\u0001é' }],
  };
  assert.deepEqual(parse(JSON.stringify(sent)), sent);
  const phpText = JSON.stringify({ base64: 'ab+/'.repeat(4096) }).replaceAll('/', '\\/');
  assert.deepEqual(parse(phpText), { base64: 'ab+/'.repeat(4096) });
  const lines = { base64: `${'A'.repeat(76)}\n`.repeat(1000) };
  assert.deepEqual(parse(JSON.stringify(lines)), lines);
  for (const text of ['no picture ', 'a"', '\\', '多']) {
    const long = JSON.stringify({ prompt: text.repeat(megabyte) });
    assert.throws(() => parse(long), { code: 'body_text_too_large' }, text);
  }
  assert.throws(() => parse(`{"${picture}":1}`), { code: 'body_text_too_large' });
  assert.throws(() => parse(`{}${' '.repeat(2 * megabyte)}`), { code: 'body_text_too_large' });
});

test('values and levels are counted before any of them is built', () => {
  for (const value of ['0', '{}', '[]', '""', '"a":1', 'null']) {
    const list = `${value},`.repeat(30_000) + value;
    const text = value.includes(':') ? `{${list}}` : `{"junk":[${list}]}`;
    assert.throws(() => parse(text), { code: 'request_invalid' }, value);
    // Nothing behind the limit is read, so it may as well be no JSON.
    assert.throws(() => parse(`${text.slice(0, -5)}\xff`), { code: 'request_invalid' }, value);
  }
  const levels = (count: number) => '['.repeat(count) + ']'.repeat(count);
  assert.deepEqual(parse(levels(20)), JSON.parse(levels(20)));
  assert.throws(() => parse(levels(21)), { code: 'request_invalid' });
});

test('keys that would change a prototype are dropped', () => {
  const read = parse('{"a":{"__proto__":{"x":1}},"constructor":{"prototype":{"x":1}},"b":{"constructor":1}}');
  assert.equal(JSON.stringify(read), '{"a":{},"b":{"constructor":1}}');
});

test('broken JSON is rejected with its place, what is there and what is allowed', () => {
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
  for (const [text, position, found, allowed] of cases)
    assert.throws(
      () => parse(text),
      ({ code, details }) => {
        const shown = text.slice(0, 20);
        assert.deepEqual([code, details.position, details.found], ['json_invalid', position, found], shown);
        assert.match(details.allowed, allowed, shown);
        return true;
      },
    );
  assert.throws(() => parseJson(Buffer.from('{"prompt":"caf\xe9"}', 'latin1')), { code: 'body_not_utf8' });
});

test('every text that is no JSON has a place, and every place is in the text', () => {
  const good = '{"a":[1,-2.5e+3,{"b":"\\u00e9\\n"},[],{}],"c":null,"d":true}';
  for (let at = 0; at < good.length; at++)
    for (const text of [good.slice(0, at), `${good.slice(0, at)}?${good.slice(at)}`]) {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      if (isJson) assert.deepEqual(parse(text), JSON.parse(text));
      else
        assert.throws(
          () => parse(text),
          ({ details }) => details.position <= text.length + 1,
          text,
        );
    }
});
