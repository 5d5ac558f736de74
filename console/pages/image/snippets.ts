/** The prompt form as code: curl, JavaScript, Python, with polling or a webhook. */
import type { Follow, SnippetLanguage } from '../../ui/code/api-tab.tsx';

export interface SnippetInput {
  /** The prompt as it is sent, with its model and the addresses of its pictures. */
  readonly prompt: string;
  /** The server's origin, without a trailing slash. */
  readonly server: string;
  readonly follow: Follow;
}

/** The name of an environment variable, never the key itself. */
export const token = 'IMAGE_TOKEN';
const hook = 'https://example.com/hooks/kinora';
const ended = ['SUCCESS', 'FAILURE'];

export function snippetOf(language: SnippetLanguage, input: SnippetInput): string {
  return { curl, javascript, python }[language](input);
}

function bodyOf({ prompt, follow }: SnippetInput): object {
  return { prompt, ...(follow === 'webhook' && { notifyHook: hook }) };
}

function curl(input: SnippetInput): string {
  const { server, follow } = input;
  const json = JSON.stringify(bodyOf(input), null, 2).replaceAll("'", `'\\''`);
  const create = [
    `curl -s ${server}/mj/submit/imagine \\`,
    `  -H "Authorization: Bearer $${token}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${json}'`,
  ].join('\n');
  if (follow === 'webhook') return `# Each change is posted to notifyHook, signed.\n${create}`;
  return [
    `ID=$(${create} | grep -oE '"result":"[0-9]+"' | grep -oE '[0-9]+')`,
    '',
    `until curl -s ${server}/mj/task/$ID/fetch -H "Authorization: Bearer $${token}" |`,
    `  grep -E '"status":"(${ended.join('|')})"'; do sleep 2; done`,
  ].join('\n');
}

function javascript(input: SnippetInput): string {
  const { server, follow } = input;
  const begin = [
    `const server = '${server}';`,
    `const headers = { authorization: \`Bearer \${process.env.${token}}\`, 'content-type': 'application/json' };`,
    '',
    `const body = ${JSON.stringify(bodyOf(input), null, 2)};`,
    "const answer = await fetch(`${server}/mj/submit/imagine`, { method: 'POST', headers, body: JSON.stringify(body) });",
    'const { code, description, result } = await answer.json();',
    'if (![1, 21, 22].includes(code)) throw new Error(description);',
  ];
  const poll = [
    '',
    'let task = {};',
    `while (!${list(ended)}.includes(task.status)) {`,
    '  await new Promise(resolve => setTimeout(resolve, 2000));',
    '  task = await (await fetch(`${server}/mj/task/${result}/fetch`, { headers })).json();',
    '}',
    'console.log(task.imageUrl ?? task.failReason);',
  ];
  const ending = ['', '// Each change is posted to notifyHook, signed.', 'console.log(result);'];
  return [...begin, ...(follow === 'polling' ? poll : ending)].join('\n');
}

function python(input: SnippetInput): string {
  const { server, follow } = input;
  const begin = [
    `import os, requests${follow === 'polling' ? ', time' : ''}`,
    '',
    `server = "${server}"`,
    `headers = {"Authorization": f"Bearer {os.environ['${token}']}"}`,
    // Strings are written in the same way in JSON and Python.
    `body = ${JSON.stringify(bodyOf(input), null, 4)}`,
    'answer = requests.post(f"{server}/mj/submit/imagine", headers=headers, json=body).json()',
    'if answer["code"] not in (1, 21, 22):',
    '    raise SystemExit(answer["description"])',
  ];
  const poll = [
    '',
    'task = {}',
    `while task.get("status") not in (${ended.map(one => `"${one}"`).join(', ')}):`,
    '    time.sleep(2)',
    '    task = requests.get(f"{server}/mj/task/{answer[\'result\']}/fetch", headers=headers).json()',
    'print(task.get("imageUrl") or task.get("failReason"))',
  ];
  const ending = ['', '# Each change is posted to notifyHook, signed.', 'print(answer["result"])'];
  return [...begin, ...(follow === 'polling' ? poll : ending)].join('\n');
}

function list(words: readonly string[]): string {
  return `[${words.map(word => `'${word}'`).join(', ')}]`;
}
