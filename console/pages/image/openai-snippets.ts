/** The prompt form as a request of OpenAI's Images API: curl, and OpenAI's own SDKs. */
import type { SnippetLanguage } from '../../ui/code/api-tab.tsx';
import { token } from './snippets.ts';

export interface OpenaiSnippetInput {
  /** The prompt as it is sent, with its model and the addresses of its pictures. */
  readonly prompt: string;
  /** The server's origin, without a trailing slash. */
  readonly server: string;
}

/** As many as a grid has. */
const count = 4;

export function openaiSnippetOf(language: SnippetLanguage, input: OpenaiSnippetInput): string {
  return { curl, javascript, python }[language](input);
}

function curl({ prompt, server }: OpenaiSnippetInput): string {
  const body = { prompt, n: count, response_format: 'url' };
  const json = JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
  return [
    `curl -s ${server}/v1/images/generations \\`,
    `  -H "Authorization: Bearer $${token}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${json}'`,
  ].join('\n');
}

function javascript({ prompt, server }: OpenaiSnippetInput): string {
  return [
    "import OpenAI from 'openai';",
    '',
    `const client = new OpenAI({ baseURL: '${server}/v1', apiKey: process.env.${token} });`,
    'const { data } = await client.images.generate({',
    `  prompt: ${JSON.stringify(prompt)},`,
    `  n: ${count},`,
    "  response_format: 'url',",
    '});',
    'console.log(data.map(image => image.url));',
  ].join('\n');
}

function python({ prompt, server }: OpenaiSnippetInput): string {
  return [
    'import os',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url="${server}/v1", api_key=os.environ["${token}"])`,
    'images = client.images.generate(',
    // Strings are written in the same way in JSON and Python.
    `    prompt=${JSON.stringify(prompt)},`,
    `    n=${count},`,
    '    response_format="url",',
    ')',
    'print([image.url for image in images.data])',
  ].join('\n');
}
