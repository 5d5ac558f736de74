import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserOf } from './browser-of.ts';

test('a browser is known by the name that the others do not have', () => {
  const edge = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0';
  assert.equal(browserOf(edge), 'Edge, Windows');
  assert.equal(
    browserOf('Mozilla/5.0 (iPhone; CPU like Mac OS X) Version/19.0 Safari/604.1'),
    'Safari, iPhone',
  );
  assert.equal(browserOf('curl/8.5.0'), 'curl');
  assert.equal(browserOf(''), undefined);
});
