/**
 * Requests with kinora-client, which waits for the result itself. With a webhook, the
 * program goes on with the ID.
 */
import {
  exampleHook,
  type ImagesSnippet,
  type MidjourneySnippet,
  type SnippetLanguage,
  type VideosSnippet,
  withHook,
} from './snippet.ts';

export const kinoraClient: SnippetLanguage = {
  label: 'kinora-client',
  highlight: 'javascript',
  writers: { images, midjourney, videos },
};

interface To {
  readonly server: string;
  readonly variable: string;
}

function client({ server, variable }: To, option: 'imageToken' | 'videoToken'): string[] {
  return [
    "import { Kinora } from 'kinora-client';",
    '',
    `const kinora = new Kinora({ baseUrl: '${server}', ${option}: process.env.${variable} });`,
  ];
}

function images({ prompt, model, count, image, ...to }: ImagesSnippet): string {
  const fields = { model, prompt, ...(image !== undefined && { images: [image] }), n: count };
  return [
    ...client(to, 'imageToken'),
    `const { images } = await kinora.images.generate(${json(fields)}).wait();`,
    'console.log(images.map(image => image.url));',
  ].join('\n');
}

/** The methods, with what comes before their options. */
const methods: Readonly<Record<string, readonly [method: string, ...fields: string[]]>> = {
  imagine: ['imagine', 'prompt'],
  describe: ['describe', 'link'],
  shorten: ['shorten', 'prompt'],
  blend: ['blend', 'base64Array'],
  edits: ['edit', 'image', 'prompt'],
  retexture: ['retexture', 'image', 'prompt'],
  video: ['animate', 'image'],
};

/** Follow-ups of an earlier result are methods of that result. */
function midjourney({ submit, body, follow, ...to }: MidjourneySnippet): string {
  const [method = submit, ...fields] = methods[submit] ?? [];
  const options = Object.entries(body).filter(([name]) => !fields.includes(name));
  if (follow === 'webhook') options.push(['webhook', exampleHook]);
  const values = fields.map(name => json(body[name]));
  if (options.length > 0) values.push(json(Object.fromEntries(options)));
  const isText = submit === 'describe' || submit === 'shorten';
  const task = `await kinora.images.${method}(${values.join(', ')})`;
  if (follow === 'webhook') return [...client(to, 'imageToken'), `console.log(${task}.id);`].join('\n');
  return [
    ...client(to, 'imageToken'),
    `const result = ${task}.wait();`,
    isText ? 'console.log(result.text);' : "console.log(await result.download('out'));",
  ].join('\n');
}

function videos({ body, follow, ...to }: VideosSnippet): string {
  const task = `await kinora.videos.create(${json(withHook({ body, follow }, 'webhook_url'))})`;
  if (follow === 'webhook') return [...client(to, 'videoToken'), `console.log(${task}.id);`].join('\n');
  return [
    ...client(to, 'videoToken'),
    `const clip = ${task}.wait();`,
    "await clip.download('clip.mp4');",
  ].join('\n');
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? 'undefined';
}
