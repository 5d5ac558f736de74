/**
 * Every code block of README and docs/ is checked here, run by examples-run.test.ts or another
 * test, or excused with a reason.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { parse as parseYaml } from 'yaml';
import { checkUsage } from '../../../src/app/cli/run-cli.ts';
import { readDeclaration } from '../../../src/api/procedures/engines/apply-declaration.ts';
import { codeBlocks, type CodeBlock } from '../../support/docs/code-blocks.ts';
import { shellCalls, type ShellCall } from '../../support/docs/shell-calls.ts';
import { startTestApp } from '../../support/servers/app.ts';

const blocks = codeBlocks();
const listBlocks = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language));
const describePlace = ({ page, heading }: CodeBlock) => `${page}, ${heading}`;

/** Programs that examples call and that this test does not: the reason, or what runs them. */
const excuses: Readonly<Record<string, string>> = {
  npm: 'the scripts of package.json are checked to exist; running them installs or starts the project itself',
  npx: 'other packages than kinora come from a registry',
  docker: 'needs a container engine: npm run test:ops builds and starts the image and the compose files',
  claude: 'a client of its vendor: npm run test:real -- mcp runs other clients',
  kubectl: 'needs a cluster',
  helm: 'needs a cluster: npm run test:ops renders the chart',
  caddy: 'npm run test:ops runs it with the Caddyfile',
  'systemd-run': 'needs systemd as root',
  systemctl: 'needs systemd as root',
  journalctl: 'needs systemd as root',
  'llama-server': 'npm run test:real -- chat runs it',
  'sd-server': 'npm run test:real -- sdcpp runs it',
  vllm: 'needs a GPU',
  python3: 'makes environments for other programs',
  psql: 'reads the database of new-api',
  sqlite3: 'reads the database of another service',
  stripe: 'forwards the notifications of Stripe, which needs an account there',
  openssl: 'creates random keys and certificates; test/media signs with such ones',
  jq: 'prints a part of a response that is checked elsewhere',
  ...Object.fromEntries(
    ['base64', 'cp', 'install', 'mkdir', 'rm', 'sed', 'grep', 'head'].map(name => [name, 'a standard tool']),
  ),
};

/** Blocks in languages that are not checked here, by page: what tests them. */
const testedElsewhere: Readonly<Record<string, string>> = {
  'js README.md': 'test/full/docs/examples-run.test.ts',
  'js video-interface.md': 'test/full/docs/examples-run.test.ts',
  'js use-from-typescript.md': 'test/full/docs/examples-run.test.ts',
  'ts use-from-typescript.md':
    'test/full/docs/examples-typed.test.ts; test/clients/videos.test.ts verifies webhooks',
  'ts packages/client/README.md': 'test/full/docs/examples-run.test.ts',
  'ts packages/ai-sdk/README.md': 'test/full/docs/examples-run.test.ts',
  'js connect-a-client.md':
    'test/api/images/example-code.test.ts; npm run test:real -- images-clients runs the AI SDK',
  'js engines/command.md': 'test/engines/programs/documented-programs.test.ts',
  'js logs-and-traces.md': 'needs packages of OpenTelemetry; test/operate/traces.test.ts reads the spans',
  'ts add-an-engine.md': 'test/engines/manage/documented-kind.test.ts compiles the whole kind and its test',
  'ts add-a-procedure.md': 'a shape with placeholders',
  'ts add-a-route.md': 'a shape with placeholders',
  'csv accounts.md': 'test/core/accounts imports such files',
  'csv migrate-from-midjourney-proxy.md': 'the same columns as in accounts.md',
};

const callsOf = new Map<CodeBlock, ShellCall[]>();
for (const block of listBlocks('sh')) callsOf.set(block, shellCalls(block.code));
const allCalls = [...callsOf].flatMap(([block, calls]) => calls.map(call => ({ block, ...call })));
const kinoraCalls = allCalls.filter(({ program, args }) => program === 'npx' && args[0] === 'kinora');

test('every kinora command of the documents exists, with its options and values', () => {
  assert.ok(kinoraCalls.length > 100);
  const wrong = kinoraCalls.flatMap(({ block, args }) => {
    const actualArgs = args.slice(1).filter(arg => arg !== '…' && arg !== '--help');
    // Files are those of the reader, and what is left out with an ellipsis may be required.
    const isOpen = args.includes('…') || args.includes('--help');
    try {
      checkUsage(actualArgs);
      return [];
    } catch (error) {
      const { message } = error as Error;
      const isExpected =
        /there is no such file/.test(message) || (isOpen && /^(?:Missing|Expected)/.test(message));
      return isExpected ? [] : [`${describePlace(block)}: kinora ${actualArgs.join(' ')}: ${message}`];
    }
  });
  assert.deepEqual(wrong, []);
});

test('every request that the documents send with curl has a route', async () => {
  const kinora = await startTestApp();
  const { paths } = (await (await fetch(`${kinora.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  // Variables of earlier blocks are empty.
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
    })),
  );
  const requests = allCalls.filter(({ program }) => program === 'curl').map(toRequest);
  const wrong = requests.flatMap(({ block, method, path }) =>
    path === undefined || routes.some(route => route.method === method && route.pattern.test(path))
      ? []
      : [`${describePlace(block)}: ${method} ${path}`],
  );
  assert.ok(requests.length > 20);
  assert.deepEqual(wrong, []);
});

/**
 * Undefined path: not an address of this server, or one in a variable of an earlier block,
 * which examples-run.test.ts sends.
 */
function toRequest({ block, args }: { block: CodeBlock; args: readonly string[] }) {
  const address = args.find(arg => /^https?:\/\/(?:127\.0\.0\.1:4040|kinora\.example)/.test(arg));
  const path = address === undefined ? undefined : new URL(address).pathname;
  const data = args.filter((_, index) => ['-d', '--data', '--json'].includes(args[index - 1] ?? ''));
  for (const text of data) if (text.startsWith('{')) JSON.parse(text);
  const namedMethod = args.find((_, index) => ['-X', '--request'].includes(args[index - 1] ?? ''));
  const isForm = args.includes('-F');
  return { block, path, method: namedMethod ?? (data.length > 0 || isForm ? 'POST' : 'GET') };
}

test('every npm script of the documents exists', async () => {
  const { default: manifest } = await import('../../../package.json', { with: { type: 'json' } });
  const ownScripts = new Set([...Object.keys(manifest.scripts), 'start', 'test']);
  const builtIn = new Set(['ci', 'install', 'init', 'pack', 'prune']);
  const wrong = allCalls
    .filter(({ program }) => program === 'npm')
    .map(({ block, args: [verb = '', script = ''] }) => ({ block, name: verb === 'run' ? script : verb }))
    .filter(({ name }) => !ownScripts.has(name) && !builtIn.has(name));
  assert.deepEqual(wrong, []);
});

test('every other program is excused with a reason, and every reason is needed', () => {
  const programs = new Set(allCalls.map(({ program }) => program));
  const checked = new Set(['curl', 'kinora']);
  assert.deepEqual(
    [...programs].filter(name => !checked.has(name) && !(name in excuses)),
    [],
  );
  const unusedExcuses = Object.keys(excuses).filter(name => !programs.has(name));
  assert.deepEqual(unusedExcuses, []);
});

test('JSON is JSON, YAML is YAML, and declarations fit their schema', async () => {
  for (const block of listBlocks('json'))
    for (const text of block.code.trim().split(/\n(?=\{)/))
      assert.doesNotThrow(() => JSON.parse(text), `${describePlace(block)}: ${text}`);
  for (const block of listBlocks('yaml')) {
    const value = parseYaml(block.code);
    assert.equal(typeof value, 'object', describePlace(block));
    if ('engines' in value) await readDeclaration(block.code);
  }
});

test('the lines of nginx end, and its blocks close', () => {
  for (const block of listBlocks('nginx')) {
    const lines = block.code.split('\n').map(line => line.replace(/#.*/, '').trim());
    for (const line of lines) assert.match(line, /^$|[;{}]$/, describePlace(block));
    assert.equal(block.code.split('{').length, block.code.split('}').length, describePlace(block));
  }
});

test('Python compiles, where there is a Python', t => {
  const compile = 'import ast, sys; ast.parse(sys.stdin.read())';
  for (const block of listBlocks('python')) {
    const { status, error, stderr } = spawnSync('python3', ['-c', compile], {
      input: block.code,
      encoding: 'utf8',
    });
    if (error) return t.skip('there is no python3');
    assert.equal(status, 0, `${describePlace(block)}: ${stderr}`);
  }
});

test('every block in another language is tested elsewhere, or excused with a reason', () => {
  const checked = ['sh', 'json', 'yaml', 'nginx', 'python', ''];
  const otherBlocks = blocks.filter(({ language }) => !checked.includes(language));
  const names = new Set(otherBlocks.map(({ language, page }) => `${language} ${page}`));
  assert.deepEqual(
    [...names].filter(name => !(name in testedElsewhere)),
    [],
  );
  assert.deepEqual(
    Object.keys(testedElsewhere).filter(name => !names.has(name)),
    [],
  );
});
