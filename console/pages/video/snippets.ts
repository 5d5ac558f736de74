/** The form as code: curl, JavaScript, Python, with polling or a webhook. */
import type { Reference } from '../../forms/reference.ts';
import type { Follow, SnippetLanguage } from '../../ui/code/api-tab.tsx';
import { toJson, type Wanted } from './request.ts';

interface SnippetInput {
  readonly wanted: Wanted;
  /** The server's origin, without a trailing slash. */
  readonly server: string;
  readonly follow: Follow;
}

/** The name of an environment variable, never the key itself. */
const token = 'VIDEO_TOKEN';
const hook = 'https://example.com/hooks/kinora';

export function snippetOf(language: SnippetLanguage, input: SnippetInput): string {
  return { curl, javascript, python }[language](input);
}

/** A local file has no URL, so its name is a placeholder. */
function fieldsOf({ wanted, follow }: SnippetInput): Record<string, unknown> {
  const named = (picture: Reference) =>
    picture.kind === 'link' ? picture.url : `https://example.com/${encodeURIComponent(picture.file.name)}`;
  const fields = toJson(wanted, named);
  return { ...fields, ...(follow === 'webhook' && { webhook_url: hook }) };
}

function curl(input: SnippetInput): string {
  const { server, follow } = input;
  const json = JSON.stringify(fieldsOf(input), null, 2).replaceAll("'", `'\\''`);
  const create = [
    `curl -s ${server}/v1/videos \\`,
    `  -H "Authorization: Bearer $${token}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${json}'`,
  ].join('\n');
  if (follow === 'webhook') return `# Signed and posted to webhook_url when the clip is there.\n${create}`;
  return [
    `ID=$(${create} | grep -o 'video_[0-9a-f]*' | head -1)`,
    '',
    `until curl -s ${server}/v1/videos/$ID -H "Authorization: Bearer $${token}" |`,
    `  grep -E '"status":"(completed|failed)"'; do sleep 2; done`,
    `curl -sf -o clip.mp4 ${server}/v1/videos/$ID/content -H "Authorization: Bearer $${token}"`,
  ].join('\n');
}

function javascript(input: SnippetInput): string {
  const { server, follow } = input;
  const begin = [
    `const server = '${server}';`,
    'const headers = {',
    `  authorization: \`Bearer \${process.env.${token}}\`,`,
    `  'content-type': 'application/json',`,
    `  'idempotency-key': crypto.randomUUID(),`,
    '};',
    '',
    `const body = ${JSON.stringify(fieldsOf(input), null, 2)};`,
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
  const ending = [
    '',
    '// Signed and posted to webhook_url when the clip is there.',
    'console.log(video.id);',
  ];
  return [...begin, ...(follow === 'polling' ? poll : ending)].join('\n');
}

function python(input: SnippetInput): string {
  const { server, follow } = input;
  const begin = [
    `import os, requests${follow === 'polling' ? ', time' : ''}`,
    '',
    `server = "${server}"`,
    `headers = {"Authorization": f"Bearer {os.environ['${token}']}"}`,
    `body = ${pythonOf(fieldsOf(input))}`,
    'answer = requests.post(f"{server}/v1/videos", headers=headers, json=body)',
    'answer.raise_for_status()',
    'video = answer.json()',
  ];
  const poll = [
    '',
    'while video["status"] not in ("completed", "failed"):',
    '    time.sleep(2)',
    '    video = requests.get(f"{server}/v1/videos/{video[\'id\']}", headers=headers).json()',
    'print(video.get("metadata", video.get("error")), video["usage"]["amount"])',
  ];
  const ending = ['', '# Signed and posted to webhook_url when the clip is there.', 'print(video["id"])'];
  return [...begin, ...(follow === 'polling' ? poll : ending)].join('\n');
}

/** JSON is valid Python except for three literals, which are replaced outside of strings. */
function pythonOf(fields: object): string {
  return JSON.stringify(fields, null, 4).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    part => ({ true: 'True', false: 'False', null: 'None' })[part] ?? part,
  );
}
