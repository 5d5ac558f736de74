/** Requests as Python: OpenAI's package where the interface is OpenAI's, otherwise `requests`. */
import {
  chatMessages,
  withHook,
  type ChatSnippet,
  type ImagesSnippet,
  type MidjourneySnippet,
  type SnippetLanguage,
  type VideosSnippet,
} from './snippet.ts';

export const python: SnippetLanguage = {
  label: 'Python',
  highlight: 'python',
  writers: { images, chat, midjourney, videos },
};

interface To {
  readonly server: string;
  readonly variable: string;
}

function client({ server, variable }: To): string[] {
  return [
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url="${server}/v1", api_key=os.environ["${variable}"])`,
  ];
}

function images({ prompt, model, count, image, ...to }: ImagesSnippet): string {
  return [
    'import os',
    ...(image === undefined ? [] : ['from urllib.request import urlopen']),
    ...client(to),
    `images = client.images.${image === undefined ? 'generate' : 'edit'}(`,
    ...(model === undefined ? [] : [`    model=${toPythonLiteral(model)},`]),
    `    prompt=${toPythonLiteral(prompt)},`,
    ...(image === undefined ? [] : [`    image=("picture.png", urlopen(${toPythonLiteral(image)}).read()),`]),
    `    n=${count},`,
    '    response_format="url",',
    ')',
    'print([image.url for image in images.data])',
  ].join('\n');
}

function chat(request: ChatSnippet): string {
  return [
    'import os',
    ...client(request),
    'completion = client.chat.completions.create(',
    `    model=${toPythonLiteral(request.model)},`,
    `    messages=${toPythonLiteral(chatMessages(request)).replaceAll('\n', '\n    ')},`,
    ...(request.fields === undefined
      ? []
      : [`    extra_body=${toPythonLiteral(request.fields).replaceAll('\n', '\n    ')},`]),
    ')',
    'print(completion.choices[0].message.content)',
  ].join('\n');
}

function midjourney(request: MidjourneySnippet): string {
  const { submit, follow } = request;
  const begin = [
    ...headerLines(request),
    `body = ${toPythonLiteral(withHook(request, 'notifyHook'))}`,
    `answer = requests.post(f"{server}/mj/submit/${submit}", headers=headers, json=body).json()`,
    'if answer["code"] not in (1, 21, 22):',
    '    raise SystemExit(answer["description"])',
  ];
  const poll = [
    '',
    'task = {}',
    'while task.get("status") not in ("SUCCESS", "FAILURE"):',
    '    time.sleep(2)',
    '    task = requests.get(f"{server}/mj/task/{answer[\'result\']}/fetch", headers=headers).json()',
    'print(task.get("imageUrl") or task.get("failReason"))',
  ];
  const webhook = ['', '# Each change is posted to notifyHook, signed.', 'print(answer["result"])'];
  const endings = { polling: poll, webhook, none: ['print(answer["result"])'] };
  return [...begin, ...endings[follow ?? 'none']].join('\n');
}

function videos(request: VideosSnippet): string {
  const begin = [
    ...headerLines(request),
    `body = ${toPythonLiteral(withHook(request, 'webhook_url'))}`,
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
  const webhook = ['', '# Signed and posted to webhook_url when the clip is there.', 'print(video["id"])'];
  const endings = { polling: poll, webhook, none: ['print(video["id"])'] };
  return [...begin, ...endings[request.follow ?? 'none']].join('\n');
}

function headerLines({ server, variable, follow }: To & Pick<VideosSnippet, 'follow'>): string[] {
  return [
    `import os, requests${follow === 'polling' ? ', time' : ''}`,
    '',
    `server = "${server}"`,
    `headers = {"Authorization": f"Bearer {os.environ['${variable}']}"}`,
  ];
}

/** JSON is valid Python except for three literals, which are replaced outside of strings. */
function toPythonLiteral(value: unknown): string {
  return JSON.stringify(value, null, 4).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    part => ({ true: 'True', false: 'False', null: 'None' })[part] ?? part,
  );
}
