import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePostgresUrl, urlsOfHosts } from './postgres-url.ts';

test('a database is at a host, or at a local socket with or without a user', () => {
  const parts = (text: string) => {
    const { username, password, host, pathname, searchParams } = parsePostgresUrl(text);
    return [username, password, host, pathname, searchParams.get('host')];
  };
  assert.deepEqual(parts('postgres://u:p@h:5433/d'), ['u', 'p', 'h:5433', '/d', null]);
  assert.deepEqual(parts('postgresql://u:p@/d?host=/run'), ['u', 'p', '', '/d', '/run']);
  assert.deepEqual(parts('postgres://h/d?user=u&password=a@b'), ['', '', 'h', '/d', null]);
  assert.deepEqual(parts('postgres://h/d?application_name=a%40b'), ['', '', 'h', '/d', null]);
  assert.deepEqual(parts('postgres:///d?host=/run'), ['', '', '', '/d', '/run']);
});

test('a URL with several hosts is one URL for each, and what it asks of the server must let Kinora write', () => {
  assert.equal(parsePostgresUrl('postgres://u:a,b@h1:1,h2/d?target_session_attrs=primary').host, 'h1:1,h2');
  assert.deepEqual(urlsOfHosts('postgres://u:a,b@h1:1,h2/d?target_session_attrs=primary&sslmode=require'), [
    'postgres://u:a,b@h1:1/d?sslmode=require',
    'postgres://u:a,b@h2/d?sslmode=require',
  ]);
  assert.deepEqual(urlsOfHosts('postgres://h1,h2/d?target_session_attrs=any'), [
    'postgres://h1/d',
    'postgres://h2/d',
  ]);
  assert.deepEqual(urlsOfHosts('postgres://u:a,b@h/d'), ['postgres://u:a,b@h/d']);
  assert.throws(
    () => parsePostgresUrl('postgres://h1,h2/d?target_session_attrs=standby'),
    /any, read-write, primary/,
  );
});

test('other URLs are rejected, also those of which a part of the password would be read as something else', () => {
  for (const wrong of [
    'mysql://u@h/d',
    'postgres:u:secret@h/d',
    'postgres:/u:secret@h/d',
    'postgres:///u:secret@h/d',
    'postgres://u:12/secret@h/d',
    'postgres://u:12?secret@h/d',
    'postgres://u:12#secret@h/d',
    'postgres://u:12/secret?a=b@h/d',
    'postgres://u:12?host=secret@h/d',
    'postgres://u:p@?host=/run',
    'postgres://u:p@h1,/d',
    'postgres://u:p@,h2/d',
    'postgres://u:12/secret@h1,h2/d',
  ])
    assert.throws(
      () => parsePostgresUrl(wrong),
      (error: Error) =>
        /such as postgres:\/\/.* percent-encoded/.test(error.message) && !error.message.includes('secret'),
      wrong,
    );
});
