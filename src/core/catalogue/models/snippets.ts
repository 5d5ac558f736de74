/** Example requests for a model, with this server's address and a placeholder for the key. */
import type { ModelCard } from '@kinora/shared/models/model-card';

export interface Snippets {
  readonly curl: string;
  readonly javascript: string;
  readonly python: string;
}

const key = '<your token>';
const picture = 'https://example.com/picture.png';

export function snippetsFor(card: ModelCard, baseUrl: string): Snippets {
  return card.kind === 'video' ? videoSnippets(card, baseUrl) : imageSnippets(card, baseUrl);
}

function videoSnippets({ id, references }: ModelCard, baseUrl: string): Snippets {
  const pictures = Object.entries(references).flatMap(([field, rule]) =>
    rule?.required ? [[field, picture] as const] : [],
  );
  const body = { model: id, prompt: 'sailboats on a lake at dawn', ...Object.fromEntries(pictures) };
  const json = JSON.stringify(body);
  const extra = pictures.length > 0 ? `, extra_body=${JSON.stringify(Object.fromEntries(pictures))}` : '';
  return {
    curl: `curl -s ${baseUrl}/v1/videos -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${json}'`,
    javascript: `import OpenAI from 'openai';\nconst client = new OpenAI({ baseURL: '${baseUrl}/v1', apiKey: '${key}' });\nconst video = await client.videos.create(${json});\nconsole.log(video.id, video.status);`,
    python: `from openai import OpenAI\nclient = OpenAI(base_url="${baseUrl}/v1", api_key="${key}")\nvideo = client.videos.create(model="${id}", prompt="${body.prompt}"${extra})\nprint(video.id, video.status)`,
  };
}

function imageSnippets(card: ModelCard, baseUrl: string): Snippets {
  const { path, body } = imageRequest(card);
  const json = JSON.stringify(body);
  const url = `${baseUrl}/mj/submit/${path}`;
  return {
    curl: `curl -s ${url} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${json}'`,
    javascript: `const answer = await fetch('${url}', {\n  method: 'POST',\n  headers: { authorization: 'Bearer ${key}', 'content-type': 'application/json' },\n  body: JSON.stringify(${json}),\n});\nconsole.log((await answer.json()).result);`,
    python: `import requests\nanswer = requests.post("${url}", headers={"Authorization": "Bearer ${key}"}, json=${json})\nprint(answer.json()["result"])`,
  };
}

/** The submit that shows the first of these operations that the model has. */
function imageRequest({ id, operations, versions }: ModelCard): {
  readonly path: string;
  readonly body: object;
} {
  const has = (operation: ModelCard['operations'][number]) => operations.includes(operation);
  const scene = 'a red fox beside a lighthouse, watercolor';
  if (!has('grid')) {
    if (has('edit')) return { path: 'edits', body: { model: id, prompt: scene, image: picture } };
    if (has('clip'))
      return { path: 'video', body: { model: id, prompt: 'the waves roll in', image: picture } };
    if (has('describe')) return { path: 'describe', body: { model: id, link: picture } };
    if (has('shorten')) return { path: 'shorten', body: { model: id, prompt: scene } };
  }
  const version = versions?.at(-1);
  const flag = version === undefined ? '' : version.startsWith('niji') ? ` --${version}` : ` --v ${version}`;
  // Without a version, only its name leads to the model.
  const isNamed = version === undefined && has('grid');
  return { path: 'imagine', body: { ...(isNamed && { model: id }), prompt: `${scene} --ar 3:2${flag}` } };
}
