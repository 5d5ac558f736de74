/** Requests as commands of a shell. */
import {
  chatMessages,
  withHook,
  type ChatSnippet,
  type ImagesSnippet,
  type MidjourneySnippet,
  type SnippetLanguage,
  type VideosSnippet,
} from './snippet.ts';

export const curl: SnippetLanguage = {
  label: 'curl',
  highlight: 'curl',
  writers: { images, chat, midjourney, videos },
};

interface Post {
  readonly server: string;
  readonly variable: string;
}

function post({ server, variable }: Post, path: string, body: object): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
  return [
    `curl -s ${server}${path} \\`,
    `  -H "Authorization: Bearer $${variable}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${json}'`,
  ].join('\n');
}

function images({ prompt, model, count, image, ...to }: ImagesSnippet): string {
  const pictures = image === undefined ? {} : { images: [{ image_url: image }] };
  const body = {
    ...(model !== undefined && { model }),
    prompt,
    ...pictures,
    n: count,
    response_format: 'url',
  };
  return post(to, `/v1/images/${image === undefined ? 'generations' : 'edits'}`, body);
}

function chat(request: ChatSnippet): string {
  const body = { model: request.model, ...request.fields, messages: chatMessages(request) };
  return post(request, '/v1/chat/completions', body);
}

function midjourney(request: MidjourneySnippet): string {
  const { server, variable, follow } = request;
  const create = post(request, `/mj/submit/${request.submit}`, withHook(request, 'notifyHook'));
  if (follow === 'webhook') return `# Each change is posted to notifyHook, signed.\n${create}`;
  if (follow === undefined) return create;
  return [
    `ID=$(${create} | grep -oE '"result":"[0-9]+"' | grep -oE '[0-9]+')`,
    '',
    `until curl -s ${server}/mj/task/$ID/fetch -H "Authorization: Bearer $${variable}" |`,
    `  grep -E '"status":"(SUCCESS|FAILURE)"'; do sleep 2; done`,
  ].join('\n');
}

function videos(request: VideosSnippet): string {
  const { server, variable, follow } = request;
  const create = post(request, '/v1/videos', withHook(request, 'webhook_url'));
  if (follow === 'webhook') return `# Signed and posted to webhook_url when the clip is there.\n${create}`;
  if (follow === undefined) return create;
  return [
    `ID=$(${create} | grep -o 'video_[0-9a-f]*' | head -1)`,
    '',
    `until curl -s ${server}/v1/videos/$ID -H "Authorization: Bearer $${variable}" |`,
    `  grep -E '"status":"(completed|failed)"'; do sleep 2; done`,
    `curl -sf -o clip.mp4 ${server}/v1/videos/$ID/content -H "Authorization: Bearer $${variable}"`,
  ].join('\n');
}
