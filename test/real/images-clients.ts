/**
 * OpenAI's Images API and chat with real clients, unchanged. In the environment:
 *
 * REAL_PYTHON the path of a Python with `openai`, `litellm`, `langchain-community` and `requests` REAL_AI_SDK
 * the path of a folder with `ai`, `@ai-sdk/openai` and `@ai-sdk/openai-compatible` in its node_modules
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { clientGuides } from '@kinora/shared/clients/client-guides';
import { snippetIn } from '@kinora/shared/snippets/snippet-languages';
import { signedIn } from '../support/clients/console-client.ts';
import { startTestApp, type TestApp } from '../support/servers/app.ts';

const { env } = process;
const run = promisify(execFile);
const [python, aiSdk] = [env['REAL_PYTHON'], env['REAL_AI_SDK']];

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
  const operator = await signedIn(kinora, 'operator');
  await operator.done('alias set', { alias: 'dall-e-3', model: 'sketch' });
});

const skip = (path: string | undefined, name: string) => (path ? false : `set ${name}`);

/** Prints one number for each request: how many pictures it got. */
const inPython = `
import os
from openai import OpenAI
import litellm
from langchain_community.utilities.dalle_image_generator import DallEAPIWrapper
base, key = os.environ["BASE"], os.environ["KEY"]
client = OpenAI(base_url=base, api_key=key)
first = client.images.generate(model="sketch", prompt="a red fox", n=2, size="512x512")
print(len(first.data))
events = client.images.generate(model="sketch", prompt="a red fox", size="512x512", stream=True)
print(len([1 for event in events if event.type == "image_generation.completed"]))
made = litellm.image_generation(model="openai/sketch", prompt="a red fox", api_base=base, api_key=key, size="512x512")
print(len(made.data))
said = litellm.completion(model="openai/sketch", messages=[{"role": "user", "content": "a red fox"}], api_base=base, api_key=key)
print(said.choices[0].message.content.count("!["))
wrapper = DallEAPIWrapper(model="dall-e-3", api_key=key, base_url=base, size="512x512")
print(wrapper.run("a red fox").count("/media/"))
`;

test('openai-python, LiteLLM and LangChain', { skip: skip(python, 'REAL_PYTHON') }, async () => {
  const { stdout } = await run(python ?? '', ['-c', inPython], {
    env: { ...env, BASE: `${kinora.url}/v1`, KEY: kinora.imageKey, LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
  });
  assert.deepEqual(stdout.trim().split('\n'), ['2', '1', '1', '1', '1']);
});

/** The code that docs/connect-a-client.md and the Console show for a client. */
function guideCode(id: string, language: 'javascript' | 'python'): string {
  const guide = clientGuides.find(one => one.id === id);
  const to = { server: kinora.url, key: kinora.imageKey, model: 'sketch' };
  return guide?.blocks(to).find(block => block.language === language)?.code ?? '';
}

test('the Python of the guides', { skip: skip(python, 'REAL_PYTHON') }, async () => {
  for (const id of ['openai-python', 'langchain'])
    assert.match((await runPython(guideCode(id, 'python'))).stdout, /\/media\//, id);
});

test('the JavaScript of the guides', { skip: skip(aiSdk, 'REAL_AI_SDK') }, async () => {
  const file = join(aiSdk ?? '', 'kinora-guide.mjs');
  await writeFile(file, guideCode('ai-sdk', 'javascript'));
  const { stdout } = await run(process.execPath, [file], {
    env: { ...env, IMAGE_TOKEN: kinora.imageKey },
  });
  assert.ok(Number(stdout) > 1000, 'the length of a picture');
});

test('the Python of the examples', { skip: skip(python, 'REAL_PYTHON') }, async () => {
  const to = { server: kinora.url, prompt: 'a red "fox"', model: 'sketch' };
  const image = { ...to, variable: 'IMAGE_TOKEN' };
  const submit = { ...image, submit: 'imagine', body: { prompt: to.prompt }, follow: 'polling' } as const;
  const clip = {
    ...to,
    variable: 'VIDEO_TOKEN',
    body: { model: 'sketch-motion', prompt: to.prompt, seconds: 2 },
  };
  const { stdout: output } = await runPython(snippetIn('python', 'images', { ...image, count: 2 }));
  assert.equal(output.match(/\/media\//g)?.length, 2);
  const [, picture = ''] = /'(http[^']+)'/.exec(output) ?? [];
  const edit = { ...image, count: 1, image: picture };
  assert.match((await runPython(snippetIn('python', 'images', edit))).stdout, /\/media\//);
  assert.match((await runPython(snippetIn('python', 'chat', image))).stdout, /!\[/);
  assert.match((await runPython(snippetIn('python', 'midjourney', submit))).stdout, /\/media\//);
  assert.match((await runPython(snippetIn('python', 'videos', clip))).stdout, /video_/);
});

function runPython(code: string) {
  const keys = { IMAGE_TOKEN: kinora.imageKey, VIDEO_TOKEN: kinora.videoKey };
  return run(python ?? '', ['-c', code], { env: { ...env, ...keys } });
}

const inAiSdk = `
import * as ai from 'ai';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
const { generateText, generateImage = ai.experimental_generateImage } = ai;
const { BASE: baseURL, KEY: apiKey } = process.env;
const openai = createOpenAI({ baseURL, apiKey });
const compatible = createOpenAICompatible({ name: 'kinora', baseURL, apiKey });
const four = await generateImage({ model: openai.image('sketch'), prompt: 'a red fox', n: 4, size: '512x512' });
const two = await generateImage({ model: compatible.imageModel('sketch'), prompt: 'a red fox', n: 2, size: '512x512' });
const edited = await generateImage({
  model: openai.image('sketch'),
  prompt: { text: 'a red fox at night', images: [two.images[0].uint8Array] },
});
const { text } = await generateText({ model: compatible.chatModel('sketch'), prompt: 'a red fox' });
console.log(four.images.length, two.images.length, edited.images.length, text.split('![').length - 1);
`;

test('the AI SDK with both providers', { skip: skip(aiSdk, 'REAL_AI_SDK') }, async () => {
  const file = join(aiSdk ?? '', 'kinora-images.mjs');
  await writeFile(file, inAiSdk);
  const { stdout } = await run(process.execPath, [file], {
    env: { ...env, BASE: `${kinora.url}/v1`, KEY: kinora.imageKey },
  });
  assert.equal(stdout.trim(), '4 2 1 1');
  const { rows } = await kinora.app.db.pool.query(
    `select count(*)::int as tasks from task_states where prompt = 'a red fox' and job ->> 'width' = '512'`,
  );
  assert.ok(rows[0].tasks >= 2);
});
