/**
 * The examples of the pages for clients run as they are written, against a started server: shell
 * code with curl, and JavaScript.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { before, test } from 'node:test';
import { codeBlocks } from '../../support/docs/code-blocks.ts';
import { renderPng, smallClip } from '../../support/clients/video-client.ts';
import { call, imageEnd, imagine, startTestApp, videoEnd, type TestApp } from '../../support/servers/app.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** In the project, where the packages of the examples are found. */
const folder = `${root}node_modules/.cache/kinora/examples-${process.pid}`;

let kinora: TestApp;
/** What a reader has at the beginning: tokens, and the IDs of tasks that have ended. */
let readerValues: Record<string, string>;

before(async () => {
  kinora = await startTestApp();
  await mkdir(folder, { recursive: true });
  for (const name of ['a.png', 'b.png']) await writeFile(`${folder}/${name}`, await renderPng(1));
  await copyFile(`${root}docs/examples/video-client.mjs`, `${folder}/video-client.mjs`);
  const { id: TASK_ID } = await imageEnd(kinora, await imagine(kinora, 'a fox'));
  const key = kinora.videoKey;
  const { body } = await call(`${kinora.url}/v1/videos`, { key, json: { prompt: 'a lake', ...smallClip } });
  await videoEnd(kinora, body.id);
  readerValues = { IMAGE_TOKEN: kinora.imageKey, VIDEO_TOKEN: key, TASK_ID, VIDEO_ID: body.id };
});

/** The example with the address of the server, and with the reader's own values for `kn_…` and the like. */
function fillIn(code: string): string {
  return code
    .replaceAll('http://127.0.0.1:4040', kinora.url)
    .replaceAll(/^(\w+)=\S*….*$/gm, (line, name: string) =>
      readerValues[name] ? `${name}=${readerValues[name]}` : line,
    );
}

async function run(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, ...readerValues, OPENAI_API_KEY: kinora.videoKey };
  const child = spawn(program, args, { cwd: folder, env });
  const [output, problems, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<[number | null]>(resolve => child.on('close', code => resolve([code]))),
  ]);
  assert.equal(status, 0, `${problems}\n${output}`);
  return output;
}

const readBlocks = (page: string, language: string) =>
  codeBlocks().filter(
    block => block.page === page && block.language === language && /127\.0\.0\.1|\$U/.test(block.code),
  );

for (const page of [
  'README.md',
  'quick-start.md',
  'image-interface.md',
  'images-api.md',
  'video-interface.md',
])
  test(`the shell examples of ${page} succeed`, async () => {
    const code = readBlocks(page, 'sh').map(block => fillIn(block.code));
    assert.ok(code.length > 0);
    const output = await run('/bin/bash', ['-e', '-o', 'pipefail', '-c', code.join('\n')]);
    assert.doesNotMatch(output, /"error":\s*\{|"code":\s*(?:3|4|9|2[34])\b/);
    assert.match(output, /"(?:result|status|id|data|created)"/);
  });

for (const page of ['README.md', 'video-interface.md'])
  for (const [index, { heading }] of readBlocks(page, 'js').entries())
    test(`the JavaScript of ${page} succeeds: ${heading}, ${index + 1}`, async () => {
      const { code } = readBlocks(page, 'js')[index] ?? { code: '' };
      await writeFile(`${folder}/example-${index}.mjs`, fillIn(code));
      await run(process.execPath, [`example-${index}.mjs`]);
      const [, name = ''] = /writeFileSync\('([\w.]+)'/.exec(code) ?? [];
      assert.equal((await readFile(`${folder}/${name}`)).toString('latin1', 4, 8), 'ftyp');
      await rm(`${folder}/${name}`);
    });

test.after(() => rm(folder, { recursive: true, force: true }));

const ofPackages = ['client', 'ai-sdk'].flatMap(name => readBlocks(`packages/${name}/README.md`, 'ts'));

for (const { page, code, heading } of [...readBlocks('use-from-typescript.md', 'js'), ...ofPackages])
  test(`the code of ${page} succeeds: ${heading}`, async () => {
    await writeFile(`${folder}/example-client.mjs`, withKeys(fillIn(code)));
    await run(process.execPath, ['example-client.mjs']);
  });

/** The READMEs of the packages show where the keys go. */
function withKeys(code: string): string {
  return code
    .replaceAll("imageToken: 'kn_…'", `imageToken: '${kinora.imageKey}'`)
    .replaceAll("videoToken: 'kn_…'", `videoToken: '${kinora.videoKey}'`);
}
