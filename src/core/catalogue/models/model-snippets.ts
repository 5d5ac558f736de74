/**
 * Example requests for a model, in each interface that can use it and in each
 * language, with this server's address.
 */
import type { ModelCard } from '@kinora/shared/models/model-card';
import {
  keyVariables,
  snippetInterfaces,
  type ChatSnippet,
  type ImagesSnippet,
  type MidjourneySnippet,
  type SnippetInterface,
  type VideosSnippet,
} from '@kinora/shared/snippets/snippet';
import { languagesFor, snippetIn, type SnippetLanguageName } from '@kinora/shared/snippets/snippet-languages';

export type ModelSnippets = Partial<Record<SnippetInterface, Partial<Record<SnippetLanguageName, string>>>>;

interface Requests {
  readonly images?: ImagesSnippet;
  readonly chat?: ChatSnippet;
  readonly midjourney?: MidjourneySnippet;
  readonly videos?: VideosSnippet;
}

const picture = 'https://example.com/picture.png';
const scene = 'a red fox beside a lighthouse, watercolor';

export function modelSnippets(card: ModelCard, server: string): ModelSnippets {
  const to = { server, variable: keyVariables[card.kind] };
  const requests = card.kind === 'video' ? videoRequests(card, to) : imageRequests(card, to);
  return Object.fromEntries(
    snippetInterfaces.flatMap(name => {
      const request = (requests as Requests)[name];
      if (request === undefined) return [];
      const languages = languagesFor(name).map(language => [
        language,
        snippetIn(language, name, request as never),
      ]);
      return [[name, Object.fromEntries(languages)]];
    }),
  );
}

type Destination = Pick<VideosSnippet, 'server' | 'variable'>;

function videoRequests({ id, references }: ModelCard, to: Destination): Requests {
  const required = Object.entries(references).flatMap(([field, rule]) => (rule?.required ? [field] : []));
  const prompt = 'sailboats on a lake at dawn';
  const pictures = Object.fromEntries(required.map(field => [field, picture]));
  const chat = { ...to, model: id, prompt, images: required.map(() => picture) };
  return { chat, videos: { ...to, body: { model: id, prompt, ...pictures } } };
}

function imageRequests(card: ModelCard, to: Destination): Requests {
  const midjourney = { ...to, ...midjourneyRequest(card) };
  const isGrid = card.operations.includes('grid');
  if (!isGrid && !card.operations.includes('edit')) return { midjourney };
  const request = { ...to, model: card.id, prompt: isGrid ? `${scene}${versionText(card)}` : scene };
  if (isGrid) return { images: { ...request, count: 1 }, chat: request, midjourney };
  const images = { ...request, count: 1, image: picture };
  return { images, chat: { ...request, images: [picture] }, midjourney };
}

/** The submit that shows the first of these operations that the model has. */
function midjourneyRequest(card: ModelCard): Pick<MidjourneySnippet, 'submit' | 'body'> {
  const { id, operations, versions } = card;
  const has = (operation: ModelCard['operations'][number]) => operations.includes(operation);
  if (!has('grid')) {
    if (has('edit')) return { submit: 'edits', body: { model: id, prompt: scene, image: picture } };
    if (has('clip'))
      return { submit: 'video', body: { model: id, prompt: 'the waves roll in', image: picture } };
    if (has('describe')) return { submit: 'describe', body: { model: id, link: picture } };
    if (has('shorten')) return { submit: 'shorten', body: { model: id, prompt: scene } };
  }
  // Without a version, only its name leads to the model.
  const isNamed = versions === undefined && has('grid');
  const prompt = `${scene} --ar 3:2${versionText(card)}`;
  return { submit: 'imagine', body: { ...(isNamed && { model: id }), prompt } };
}

/** The newest version of the model, as it is written in a prompt. */
function versionText({ versions }: ModelCard): string {
  const version = versions?.findLast(one => !one.startsWith('niji')) ?? versions?.at(-1);
  if (version === undefined) return '';
  return version.startsWith('niji') ? ` --${version}` : ` --v ${version}`;
}
