import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserName } from './browser-name.ts';

test('a browser is recognized by the most specific name in its user agent', () => {
  const edge = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0';
  assert.equal(browserName(edge), 'Edge, Windows');
  assert.equal(
    browserName('Mozilla/5.0 (iPhone; CPU like Mac OS X) Version/19.0 Safari/604.1'),
    'Safari, iPhone',
  );
  assert.equal(browserName('curl/8.5.0'), 'curl');
  assert.equal(browserName(''), undefined);
});
