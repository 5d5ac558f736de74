/** Requests as JavaScript: OpenAI's package where the interface is OpenAI's, otherwise `fetch`. */
import {
  chatMessages,
  withHook,
  type ChatSnippet,
  type ImagesSnippet,
  type MidjourneySnippet,
  type SnippetLanguage,
  type VideosSnippet,
} from './snippet.ts';

export const javascript: SnippetLanguage = {
  label: 'JavaScript',
  highlight: 'javascript',
  writers: { images, chat, midjourney, videos },
};

interface To {
  readonly server: string;
  readonly variable: string;
}

function client({ server, variable }: To): string[] {
  return [
    "import OpenAI from 'openai';",
    '',
    `const client = new OpenAI({ baseURL: '${server}/v1', apiKey: process.env.${variable} });`,
  ];
}

function images({ prompt, model, count, image, ...to }: ImagesSnippet): string {
  return [
    ...client(to),
    `const { data } = await client.images.${image === undefined ? 'generate' : 'edit'}({`,
    ...(model === undefined ? [] : [`  model: ${text(model)},`]),
    `  prompt: ${text(prompt)},`,
    ...(image === undefined ? [] : [`  image: await fetch(${text(image)}),`]),
    `  n: ${count},`,
    "  response_format: 'url',",
    '});',
    'console.log(data.map(image => image.url));',
  ].join('\n');
}

function chat(request: ChatSnippet): string {
  return [
    ...client(request),
    'const { choices } = await client.chat.completions.create({',
    `  model: ${text(request.model)},`,
    ...Object.entries(request.fields ?? {}).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`),
    `  messages: ${indentJson(chatMessages(request), 2)},`,
    '});',
    'console.log(choices[0].message.content);',
  ].join('\n');
}

function midjourney(request: MidjourneySnippet): string {
  const { server, variable, submit, follow } = request;
  const begin = [
    `const server = '${server}';`,
    `const headers = { authorization: \`Bearer \${process.env.${variable}}\`, 'content-type': 'application/json' };`,
    '',
    `const body = ${indentJson(withHook(request, 'notifyHook'), 0)};`,
    `const answer = await fetch(\`\${server}/mj/submit/${submit}\`, { method: 'POST', headers, body: JSON.stringify(body) });`,
    'const { code, description, result } = await answer.json();',
    'if (![1, 21, 22].includes(code)) throw new Error(description);',
  ];
  const poll = [
    '',
    'let task = {};',
    "while (!['SUCCESS', 'FAILURE'].includes(task.status)) {",
    '  await new Promise(resolve => setTimeout(resolve, 2000));',
    '  task = await (await fetch(`${server}/mj/task/${result}/fetch`, { headers })).json();',
    '}',
    'console.log(task.imageUrl ?? task.failReason);',
  ];
  const webhook = ['', '// Each change is posted to notifyHook, signed.', 'console.log(result);'];
  const endings = { polling: poll, webhook, none: ['console.log(result);'] };
  return [...begin, ...endings[follow ?? 'none']].join('\n');
}

function videos(request: VideosSnippet): string {
  const { server, variable, follow } = request;
  const begin = [
    `const server = '${server}';`,
    'const headers = {',
    `  authorization: \`Bearer \${process.env.${variable}}\`,`,
    `  'content-type': 'application/json',`,
    `  'idempotency-key': crypto.randomUUID(),`,
    '};',
    '',
    `const body = ${indentJson(withHook(request, 'webhook_url'), 0)};`,
    "const answer = await fetch(`${server}/v1/videos`, { method: 'POST', headers, body: JSON.stringify(body) });",
    `${follow === 'polling' ? 'let' : 'const'} video = await answer.json();`,
    'if (!answer.ok) throw new Error(video.error.message);',
  ];
  const poll = [
    '',
    "while (!['completed', 'failed'].includes(video.status)) {",
    '  await new Promise(resolve => setTimeout(resolve, 2000));',
    '  video = await (await fetch(`${server}/v1/videos/${video.id}`, { headers })).json();',
    '}',
    'console.log(video.metadata?.media_url ?? video.error.message, video.usage.amount);',
  ];
  const webhook = [
    '',
    '// Signed and posted to webhook_url when the clip is there.',
    'console.log(video.id);',
  ];
  const endings = { polling: poll, webhook, none: ['console.log(video.id);'] };
  return [...begin, ...endings[follow ?? 'none']].join('\n');
}

function text(value: string): string {
  return JSON.stringify(value);
}

function indentJson(value: object, spaces: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
