/**
 * Kinora below a path of a host that has other pages at its root, behind a proxy that
 * removes the path or passes it on.
 */
import assert from 'node:assert/strict';
import { request, type RequestListener } from 'node:http';
import { before, test } from 'node:test';
import { freePort } from '../../support/servers/free-port.ts';
import { serve } from '../../support/servers/serve.ts';
import { consoleAddress, openConsole, waitUntilSettled } from '../../support/browser/console-page.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { connectProgram, mcpProgram } from '../../support/clients/mcp-program.ts';
import { call, imageEnd, imagine, type TestApp } from '../../support/servers/app.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

const path = '/tools/kinora';
let kinora: TestApp;
/** What was asked of the root of the host, which is not Kinora's. */
const strays: string[] = [];

before(async () => {
  const port = await freePort();
  const proxy = await serve(proxyBelowPath(`http://127.0.0.1:${port}`, { isRemoved: true }));
  const url = `${proxy}${path}`;
  const settings = {
    KINORA_PORT: String(port),
    KINORA_BASE_URL: url,
    KINORA_DIRECT_BASE_URL: url,
    KINORA_TRUSTED_PROXIES: '127.0.0.1',
  };
  kinora = { ...(await startScriptedApp({ settings })), url };
});

/** A proxy that passes on what is below the path, with or without it. */
function proxyBelowPath(target: string, { isRemoved }: { readonly isRemoved: boolean }): RequestListener {
  return (incoming, answer) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(path)) {
      strays.push(url);
      return answer.writeHead(404).end();
    }
    const rest = isRemoved ? url.slice(path.length) || '/' : url;
    const outgoing = request(`${target}${rest}`, { method, headers }, targetAnswer => {
      answer.writeHead(targetAnswer.statusCode ?? 502, targetAnswer.headers);
      targetAnswer.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };
}

/** The addresses that a page names. */
async function readLinks(page: string): Promise<string[]> {
  const html = await (await fetch(page, { headers: { accept: 'text/html' } })).text();
  const links = [...html.matchAll(/(?:src|href)="([^"#]+)/g)].map(
    ([, link]) => new URL(link ?? '', page).href,
  );
  return [...new Set(links)].filter(link => new URL(link).host === new URL(page).host);
}

test('every link of the start page, of the documentation and of an error leads below the path', async () => {
  for (const page of ['/', '/docs', '/docs/prompts', '/nowhere', '/console'])
    for (const link of await readLinks(`${kinora.url}${page}`)) {
      const { pathname } = new URL(link);
      assert.ok(pathname.startsWith(path), `${page}: ${link}`);
      if (!/livez|readyz|\/docs\/(?!docs\.)/.test(link)) assert.equal((await fetch(link)).status, 200, link);
    }
  const { body } = await call(`${kinora.url}/openapi.json`);
  assert.deepEqual(body.servers, [{ url: path }]);
  const { imageUrl } = await imageEnd(kinora, await imagine(kinora, 'a cat --v 1'));
  assert.ok(imageUrl.startsWith(`${kinora.url}/media/`));
  assert.equal((await fetch(imageUrl)).status, 200);
});

test('a proxy may pass the path on, and the address of the server itself works too', async () => {
  const { host } = new URL(kinora.app.address ?? '');
  const other = await serve(proxyBelowPath(`http://${host}`, { isRemoved: false }));
  for (const address of [`${other}${path}`, `http://${host}`, `http://${host}${path}`]) {
    const { status } = await call(`${address}/v1/models`, { key: kinora.videoKey });
    assert.equal(status, 200, address);
  }
});

test('the Console works below the path: sign-in, pages, live updates and images', async () => {
  const { page, visit } = await openConsole({ kinora, role: 'operator', path: '/gallery' });
  await waitUntilSettled(page);
  const id = await imagine(kinora, 'a lighthouse --v 1');
  await imageEnd(kinora, id);
  const picture = await page.waitForSelector('main img');
  assert.ok((await picture.getAttribute('src'))?.startsWith(`${path}/media/`));
  await page.click(`nav a[href="${path}/console/tokens"]`);
  await page.waitForURL(`${consoleAddress(kinora)}/console/tokens`);
  await waitUntilSettled(page);
  const help = page.getByRole('link', { name: 'Help for this page' });
  assert.equal(await help.getAttribute('href'), `${path}/docs/accounts#tokens`);
  for (const route of ['/models', '/reference', '/overview']) {
    await visit(route);
    await waitUntilSettled(page);
    await page.waitForURL(url => url.pathname === `${path}/console${route}`);
  }
  assert.deepEqual(
    strays.filter(url => url !== '/favicon.ico'),
    [],
  );
});

test('a program of MCP finds the server of tokens below the path, although the root of the host is not forwarded', async () => {
  const user = await signedIn(kinora, 'member');
  const program = mcpProgram();
  const client = await connectProgram({ ...kinora, user, program });
  assert.ok(program.authorizationUrl?.href.startsWith(`${kinora.url}/oauth/authorize?`));
  assert.equal(program.authorizationUrl?.searchParams.get('resource'), `${kinora.url}/mcp`);
  const { models } = (await client.callTool({ name: 'list_models' })).structuredContent as {
    models: unknown[];
  };
  assert.ok(models.length > 0);
  const origin = new URL(kinora.url).origin;
  const authorization = await fetch(program.authorizationUrl ?? '', { redirect: 'manual' });
  assert.ok(authorization.headers.get('location')?.startsWith(`${kinora.url}/console/authorize?`));
  for (const name of ['oauth-authorization-server', 'oauth-protected-resource/mcp']) {
    const { body } = await call(`${kinora.url}/.well-known/${name}`);
    assert.equal(body.issuer ?? body.authorization_servers[0], kinora.url);
    assert.ok(JSON.stringify(body).replaceAll(kinora.url, '').includes(origin) === false, name);
  }
});
