/**
 * Example code runs as it is shown: the requests of a model and of a form in each interface, as shell and as
 * JavaScript. Python: npm run test:real -- images-clients.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { before, test } from 'node:test';
import { snippetInterfaces } from '@kinora/shared/snippets/snippet';
import { snippetIn } from '@kinora/shared/snippets/snippet-languages';
import { signedIn } from '../../support/clients/console-client.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let member: Awaited<ReturnType<typeof signedIn>>;

before(async () => {
  // A clip takes longer than a synchronous request waits on a busy machine.
  kinora = await startTestApp({ settings: { KINORA_RESPONSE_SECONDS: '600' } });
  member = await signedIn(kinora, 'member');
});

const run = promisify(execFile);
const cwd = fileURLToPath(new URL('../../../', import.meta.url));

async function runExample(language: 'curl' | 'javascript', code: string): Promise<string> {
  const env = { ...process.env, IMAGE_TOKEN: kinora.imageKey, VIDEO_TOKEN: kinora.videoKey };
  const [program, args] =
    language === 'curl'
      ? (['bash', ['-c', code]] as const)
      : ([process.execPath, ['--input-type=module', '--eval', code]] as const);
  const { stdout } = await run(program, args, { cwd, env });
  return stdout;
}

/** What shows that a request was accepted, in either language. */
const acceptedPatterns = {
  images: /\/media\//,
  chat: /!\[/,
  midjourney: /\d{16}/,
  videos: /video_[0-9a-f]+/,
} as const;

test('the examples of a model of each kind are accepted as they are', async () => {
  for (const model of ['sketch', 'sketch-motion']) {
    const { requests } = await member.done('model show', { model });
    for (const name of snippetInterfaces)
      for (const language of ['curl', 'javascript'] as const) {
        const code = requests[name]?.[language];
        if (code !== undefined)
          assert.match(await runExample(language, code), acceptedPatterns[name], `${model} ${name}`);
      }
  }
});

test('code that polls waits for the result', async () => {
  const target = { server: kinora.url, variable: 'IMAGE_TOKEN', follow: 'polling' } as const;
  const request = { ...target, submit: 'imagine', body: { prompt: 'it\'s a "fox" --ar 3:2' } };
  for (const language of ['curl', 'javascript'] as const)
    assert.match(await runExample(language, snippetIn(language, 'midjourney', request)), /http\S+\/media\//);
});

test('an edit in code sends the picture of an address', async () => {
  const { requests } = await member.done('model show', { model: 'sketch' });
  const output = await runExample('javascript', requests.images.javascript);
  const [image = ''] = /http[^'"\s]+/.exec(output) ?? [];
  const target = {
    server: kinora.url,
    variable: 'IMAGE_TOKEN',
    prompt: 'a fox at night',
    model: 'sketch',
    image,
  };
  assert.match(
    await runExample('javascript', snippetIn('javascript', 'images', { ...target, count: 2 })),
    /\/media\//,
  );
  assert.match(await runExample('javascript', snippetIn('javascript', 'chat', target)), /!\[/);
});
