/** kinora-client in a page of another origin. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { openPage } from '../support/browser/browser.ts';
import { serve } from '../support/servers/serve.ts';
import { clientExample, clientExampleResult } from '../support/clients/client-example.ts';
import { startTestApp, type TestApp } from '../support/servers/app.ts';

let kinora: TestApp;
/** The address of the scripts, on an origin of their own. */
let scripts: string;

before(async () => {
  kinora = await startTestApp();
  const { output } = await build({
    input: fileURLToPath(new URL('../../packages/client/src/index.ts', import.meta.url)),
    platform: 'browser',
    write: false,
    output: { format: 'esm' },
  });
  const files: Readonly<Record<string, string>> = {
    '/client.js': output[0].code,
    '/example.js': await readFile(clientExample, 'utf8'),
  };
  scripts = await serve((request, response) => {
    response.setHeader('content-type', 'text/javascript').setHeader('access-control-allow-origin', '*');
    response.end(files[request.url ?? '']);
  });
});

test('the example runs in a page, with a token that may be public', async () => {
  const page = await openPage();
  const options = {
    baseUrl: kinora.url,
    imageToken: kinora.imageKey,
    videoToken: kinora.videoKey,
    dangerouslyAllowBrowser: true,
  };
  const result = await page.evaluate(
    async ({ scripts, options }) => {
      const [client, { run }] = await Promise.all([
        import(`${scripts}/client.js`),
        import(`${scripts}/example.js`),
      ]);
      return run(client, options) as Promise<string>;
    },
    { scripts, options },
  );
  assert.equal(result, clientExampleResult);
});

test('a page that gives a token without saying that it may be public is refused', async () => {
  const page = await openPage();
  const code = await page.evaluate(async scripts => {
    const { Kinora } = await import(`${scripts}/client.js`);
    try {
      return String(new Kinora({ imageToken: 'kn_x' }));
    } catch (error) {
      return (error as { code: string }).code;
    }
  }, scripts);
  assert.equal(code, 'browser_token');
});
