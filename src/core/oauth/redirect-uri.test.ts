import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRegistered, isTarget, redirectTarget, withResponse } from './redirect-uri.ts';

const places: Readonly<Record<string, readonly [kind: string, place: string]>> = {
  'https://claude.ai/api/mcp/auth_callback': ['web', 'claude.ai'],
  'https://example.com:8443/cb?fixed=1': ['web', 'example.com:8443'],
  'http://127.0.0.1/callback': ['loopback', '127.0.0.1'],
  'http://127.0.0.1:41231/callback': ['loopback', '127.0.0.1:41231'],
  'http://[::1]:3000/': ['loopback', '[::1]:3000'],
  'http://localhost:3000/cb': ['loopback', 'localhost:3000'],
  'com.example.app:/cb': ['app', 'com.example.app:'],
  'cursor://anysphere.cursor-mcp/oauth/callback': ['app', 'cursor:'],
};

test('a response can be sent to a site, to a program on this machine, or to an app', () => {
  for (const [uri, [kind, place]] of Object.entries(places))
    assert.deepEqual(redirectTarget(uri), { kind, place }, uri);
});

const invalidUris = [
  '',
  'not a url',
  '/relative',
  '//example.com/cb',
  'javascript:alert(1)',
  'JavaScript://example.com/%0aalert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  'about:blank',
  'view-source:https://example.com',
  'ws://localhost/',
  'ftp://127.0.0.1/',
  'mailto:ann@example.com',
  'intent://scan/#Intent;scheme=zxing;end',
  'ms-msdt:/id PCWDiagnostic',
  'search-ms:query=x',
  'unknown://host/cb',
  'http://example.com/cb',
  'http://127.0.0.1.example.com/cb',
  'http://localhost.example.com/cb',
  'http://2130706433.example.com/',
  'http://10.0.0.1/cb',
  'https://user@example.com/cb',
  'https://example.com@evil.example/cb',
  'https://example.com/cb#fragment',
  'http://127.0.0.1/cb?code=of-the-attacker',
  'cursor://x/cb?iss=https%3A%2F%2Fevil.example',
  'https://example.com/cb?st%61te=1',
  'https://example.com/cb#',
  'https:\\\\evil.example\\cb',
  'https://example.com\\@evil.example/cb',
  'https://éxample.com/cb',
  'https://example.com/a b',
  'https://example.com/\ncb',
  `https://example.com/${'a'.repeat(500)}`,
];

test('nothing else can be registered: no scheme that a browser runs or a system opens, no other address of plain http', () => {
  assert.deepEqual(
    invalidUris.filter(uri => isTarget(redirectTarget(uri))),
    [],
  );
});

test('a registered address is compared as a text; of a program on this machine, any port is the same', () => {
  const registeredUris = ['https://example.com/cb', 'http://127.0.0.1/callback', 'http://localhost:3000/cb'];
  const sameUris = ['https://example.com/cb', 'http://127.0.0.1:51004/callback', 'http://localhost:3001/cb'];
  const otherUris = [
    'https://example.com/cb/',
    'https://example.com/CB',
    'https://example.com/cb?x=1',
    'https://example.com:443/cb',
    'https://example.com:8443/cb',
    'https://evil.example/cb',
    'http://127.0.0.1/other',
    'http://127.0.0.1/callback?x=1',
    'http://localhost/callback',
    'https://127.0.0.1/callback',
    'http://[::1]/callback',
  ];
  assert.deepEqual(
    sameUris.filter(uri => !isRegistered(uri, registeredUris)),
    [],
  );
  assert.deepEqual(
    otherUris.filter(uri => isRegistered(uri, registeredUris)),
    [],
  );
});

test('the response is added to what the address has already', () => {
  const at = withResponse('https://example.com/cb?fixed=1', {
    code: 'a&b',
    state: undefined,
    iss: 'https://kinora',
  });
  assert.equal(at, 'https://example.com/cb?fixed=1&code=a%26b&iss=https%3A%2F%2Fkinora');
  assert.equal(withResponse('com.example.app:/cb', { code: 'x' }), 'com.example.app:/cb?code=x');
  const editors = {
    'cursor://anysphere.cursor-mcp/oauth/callback?server=a%20b&x': '&code=x',
    'vscode://vscode.github-authentication/did-authenticate?nonce=8f%2F1&windowId=1': '&code=x',
    'zed://callback?': 'code=x',
    'http://127.0.0.1:1/cb?a=1&': 'code=x',
  };
  for (const [uri, addition] of Object.entries(editors)) {
    const redirect = withResponse(uri, { code: 'x' });
    assert.equal(redirect, `${uri}${addition}`);
    assert.equal(new URL(redirect).searchParams.get('code'), 'x');
  }
});
