/** The tests against real servers, without such a server. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/servers/free-port.ts';

const script = fileURLToPath(new URL('../../../scripts/test-real.ts', import.meta.url));

for (const name of ['chat', 'openai-media', 'sdapi', 'sdcpp'])
  test(`the test of ${name} is skipped with advice if nothing answers`, async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const child = spawn(process.execPath, [script, name, url], {
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    assert.equal(code, 0, out);
    assert.match(out, /It cannot be tested: .* refused the connection\. Start .* and give its URL: npm run/);
  });
