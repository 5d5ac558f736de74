import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { ConfigError, environmentVariable, loadConfig } from './config.ts';
import type { OpenIdSettings } from './sign-in-providers.ts';

const findProblems = (env: Record<string, string>): string => {
  try {
    loadConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  return '';
};

test('settings have defaults', () => {
  const config = loadConfig({ PATH: '/bin' });
  assert.equal(config.port, 4040);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.role, 'all');
  assert.equal(config.openingBalanceMicros, 1_000_000_000n);
  assert.equal(config.baseUrl, undefined);
  assert.ok(config.dataDir.endsWith('/data'));
  assert.ok(config.engineThreads >= 2);
  assert.ok(Object.isFrozen(config));
});

test('a misspelled setting is rejected with the closest valid name', () => {
  assert.match(
    findProblems({ KINORA_PROT: '1' }),
    /KINORA_PROT is not a setting\. Did you mean KINORA_PORT\?/,
  );
  assert.match(findProblems({ KINORA_XYZZYXYZZY: '1' }), /KINORA_XYZZYXYZZY is not a setting\.$/);
});

test('all invalid values are reported at once, with the allowed values', () => {
  const problems = findProblems({
    KINORA_PORT: '99999',
    KINORA_ROLE: 'boss',
    KINORA_BASE_URL: 'ftp://x',
    KINORA_OPENING_BALANCE: '1e9',
  });
  assert.match(problems, /KINORA_PORT is "99999": it must be a whole number from 0 to 65535/);
  assert.match(problems, /KINORA_ROLE is "boss": it must be one of all, api, worker/);
  assert.match(
    problems,
    /KINORA_BASE_URL is "ftp:\/\/x": it must be a URL that begins with http:\/\/ or https:\/\//,
  );
  assert.match(problems, /KINORA_OPENING_BALANCE/);
  assert.equal(problems.split('\n').length, 4);
});

test('trusted proxies are addresses or ranges', () => {
  assert.deepEqual(loadConfig({ KINORA_TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies, [
    '10.0.0.0/8',
    '::1',
  ]);
  for (const wrong of ['10.0.0.0/33', 'localhost', '1.2.3'])
    assert.match(findProblems({ KINORA_TRUSTED_PROXIES: wrong }), /neither an IP address/);
});

test('a base URL keeps its path, loses a trailing slash, and is rejected with a query', () => {
  assert.equal(
    loadConfig({ KINORA_BASE_URL: 'https://a.example/media/' }).baseUrl,
    'https://a.example/media',
  );
  assert.match(
    findProblems({ KINORA_BASE_URL: 'https://a.example/?x=1' }),
    /without user name, query or fragment/,
  );
});

test('a role other than all requires an external database', () => {
  assert.match(findProblems({ KINORA_ROLE: 'worker' }), /needs DATABASE_URL/);
  assert.equal(loadConfig({ KINORA_ROLE: 'worker', DATABASE_URL: 'postgres://u@h/d' }).role, 'worker');
});

test('a time zone has an IANA name', () => {
  assert.equal(loadConfig({}).timeZone, 'UTC');
  assert.equal(loadConfig({ KINORA_TIME_ZONE: 'Europe/Berlin' }).timeZone, 'Europe/Berlin');
  for (const wrong of ['+02:00', 'Berlin', 'Europe/Nowhere'])
    assert.match(
      findProblems({ KINORA_TIME_ZONE: wrong }),
      /^KINORA_TIME_ZONE is .+: it must be the IANA name of a time zone, such as Europe\/Berlin/,
    );
});

test('an empty value counts as unset', () => {
  assert.equal(loadConfig({ KINORA_PORT: '', DATABASE_URL: ' ' }).port, 4040);
});

test('the issuer of a sign-in provider is kept as given, and needs TLS unless it is on this machine', () => {
  const withIssuer = (KINORA_OPENID_ISSUER: string) => ({
    KINORA_OPENID_ISSUER,
    KINORA_OPENID_CLIENT_ID: 'k',
  });
  assert.deepEqual(loadConfig({}).signInProviders, []);
  for (const issuer of [
    'https://id.example/realm/',
    'https://id.example',
    'http://127.0.0.1:8080',
    'http://[::1]:1',
    'http://localhost:1/a',
  ])
    assert.equal((loadConfig(withIssuer(issuer)).signInProviders[0] as OpenIdSettings).issuer, issuer);
  for (const issuer of ['http://id.example', 'http://127.0.0.1.example', 'http://10.0.0.1', 'http://0.0.0.0'])
    assert.match(findProblems(withIssuer(issuer)), /must begin with https/, issuer);
  assert.match(findProblems(withIssuer('https://id.example/?a=1')), /without user name, query or fragment/);
  assert.match(
    findProblems({ KINORA_OPENID_ISSUER: 'https://id.example' }),
    /KINORA_OPENID_ISSUER requires KINORA_OPENID_CLIENT_ID/,
  );
});

test('there are one or two secret keys, in base64 or hexadecimal, and they are never shown', () => {
  const [base64, hexadecimal] = [Buffer.alloc(32, 7).toString('base64'), 'AB'.repeat(32)];
  assert.deepEqual(loadConfig({}).configuredKeys, []);
  const config = loadConfig({ KINORA_SECRET_KEY: ` ${base64}, ${hexadecimal}` });
  assert.deepEqual(
    config.configuredKeys.map(key => key.export().toString('hex')),
    ['07'.repeat(32), 'ab'.repeat(32)],
  );
  const output = inspect(config, { depth: 9, showHidden: true }) + JSON.stringify(config.settings);
  assert.ok(!output.includes(base64) && !output.includes(hexadecimal));
  for (const wrong of ['secret', base64.slice(1), `${base64},`, `${base64},${base64},${base64}`]) {
    const problem = findProblems({ KINORA_SECRET_KEY: wrong });
    assert.match(problem, /^KINORA_SECRET_KEY: it must be one key, .*"openssl rand -base64 32"\.$/);
    assert.ok(!problem.includes(wrong));
  }
});

test('the database may be at a local socket, which has no host', () => {
  const DATABASE_URL = 'postgres://kinora:hunter2@/media?host=/run/postgresql';
  const value = loadConfig({ DATABASE_URL }).settings.find(({ name }) => name === 'DATABASE_URL')?.value;
  assert.equal(loadConfig({ DATABASE_URL }).databaseUrl, DATABASE_URL);
  assert.equal(value, 'postgres://kinora:••••@/media?host=/run/postgresql');
});

test('the value of a secret setting is not quoted in errors', () => {
  assert.equal(
    findProblems({ DATABASE_URL: 'postgres//u:hunter2@h/d' }),
    'DATABASE_URL: it must be a URL such as postgres://user:password@host:5432/database, with special characters percent-encoded; several hosts are separated by commas.',
  );
  const hook = findProblems({ KINORA_NOTIFY_HOOK: 'http//hooks.example/hunter2' });
  assert.match(hook, /^KINORA_NOTIFY_HOOK: it must be a URL/);
  assert.ok(!hook.includes('hunter2'));
});

test('a variable that is a setting can only be read as a setting', () => {
  process.env['KINORATEST_OTHER'] = 'value';
  assert.equal(environmentVariable('KINORATEST_OTHER'), 'value');
  assert.equal(environmentVariable('KINORATEST_MISSING'), undefined);
  const before = process.env['DATABASE_URL'];
  process.env['DATABASE_URL'] = 'postgres://u@h/d';
  assert.equal(environmentVariable('DATABASE_URL'), undefined);
  if (before === undefined) delete process.env['DATABASE_URL'];
  else process.env['DATABASE_URL'] = before;
});

test('a signing certificate requires a key, and a signing key requires a certificate', () => {
  const certificateAndKey = { KINORA_C2PA_CERTIFICATE: 'chain.pem', KINORA_C2PA_KEY: 'key.pem' };
  assert.deepEqual(loadConfig(certificateAndKey).c2pa, { certificateFile: 'chain.pem', keyFile: 'key.pem' });
  assert.equal(loadConfig({}).c2pa, undefined);
  for (const name of ['KINORA_C2PA_CERTIFICATE', 'KINORA_C2PA_KEY'] as const)
    assert.equal(
      findProblems({ [name]: certificateAndKey[name] }),
      'KINORA_C2PA_CERTIFICATE and KINORA_C2PA_KEY require each other.',
    );
});

test('mail, sign-up and providers are set as a whole, or not at all', () => {
  const mail = {
    KINORA_SMTP_URL: 'smtps://ann:p%40ss@mail.example.com',
    KINORA_MAIL_FROM: 'Kinora <k@example.com>',
  };
  const base = { KINORA_BASE_URL: 'https://kinora.example.com' };
  assert.deepEqual(loadConfig({ ...mail, ...base }).smtp, {
    host: 'mail.example.com',
    port: 465,
    isTls: true,
    user: 'ann',
    password: 'p@ss',
  });
  assert.equal(loadConfig({ ...base, ...mail, KINORA_SMTP_URL: 'smtp://127.0.0.1:2525' }).smtp?.port, 2525);
  assert.match(findProblems(mail), /KINORA_SMTP_URL requires KINORA_BASE_URL/);
  assert.match(findProblems({ ...base, KINORA_MAIL_FROM: 'k@example.com' }), /must be set together/);
  for (const url of [
    'mail.example.com',
    'https://mail.example.com',
    'smtp://ann@mail.example.com',
    'smtp://m.example.com/x',
  ])
    assert.match(findProblems({ ...mail, ...base, KINORA_SMTP_URL: url }), /it must/, url);
  assert.match(findProblems({ KINORA_SIGN_UP: 'open' }), /requires a way to verify people/);
  assert.equal(loadConfig({ ...mail, ...base, KINORA_SIGN_UP: 'open' }).signUp, 'open');
  assert.match(findProblems({ KINORA_SIGN_UP_DOMAINS: 'a b' }), /domains such as example.com/);
  assert.match(findProblems({ KINORA_GITHUB_CLIENT_ID: 'x' }), /must be set together/);
});
