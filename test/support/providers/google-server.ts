/**
 * A fake of the Gemini API: images and answers of `generateContent`, operations of Veo,
 * and files that require the key.
 */
import {
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
  startProviderServer,
} from './provider-server.ts';
import { pictureOfSize } from '../engines/steps.ts';

export interface GoogleServer extends ProviderServer {
  /** Responses to the next content requests, instead of a result. */
  readonly contents: object[];
  /** The end of an operation, instead of a clip. */
  readonly ends: object[];
}

export const googleKey = 'planted-key-of-gemini';

/** The API's response to an unknown key. */
export const invalidKey = {
  error: {
    code: 400,
    message: 'API key not valid. Please pass a valid API key.',
    status: 'INVALID_ARGUMENT',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
        metadata: { service: 'generativelanguage.googleapis.com' },
      },
    ],
  },
};

export async function startGoogleServer(): Promise<GoogleServer> {
  const contents: object[] = [];
  const ends: object[] = [];
  /** The polls of each operation. */
  const operations = new Map<string, number>();

  async function answer(call: ProviderCall, fake: ProviderServer): Promise<ProviderAnswer | undefined> {
    const { method, path, headers, body } = call;
    if (headers['x-goog-api-key'] !== googleKey) return { status: 400, body: invalidKey };
    if (path === '/v1beta/models') return { body: { models } };
    if (path.startsWith('/v1beta/files/')) return redirectToFile(call, fake);
    if (path.endsWith(':generateContent'))
      return { body: contents.shift() ?? (await answerContent(body.generationConfig)) };
    const name = path.slice('/v1beta/'.length);
    if (method === 'POST') {
      const operation = `${name.replace(/:.*/, '')}/operations/${operations.size}x`;
      operations.set(operation, 0);
      return { body: { name: operation } };
    }
    const polls = operations.get(name);
    if (polls === undefined) return { status: 404, body: { error: { code: 404, status: 'NOT_FOUND' } } };
    operations.set(name, polls + 1);
    if (polls === 0) return { body: { name, metadata: { '@type': 'type.googleapis.com/VideoMetadata' } } };
    const uri = 'https://generativelanguage.googleapis.com/v1beta/files/clip:download?alt=media';
    const response = { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } };
    return { body: { name, done: true, ...(ends[0] ?? { response }) } };
  }

  const server = await startProviderServer({ isStart: ({ method }) => method === 'POST', answer });
  return Object.assign(server, { contents, ends });
}

const models = [
  { name: 'models/gemini-nano-banana-2.1', supportedGenerationMethods: ['generateContent', 'countTokens'] },
  { name: 'models/veo-3.1-generate-preview', supportedGenerationMethods: ['predictLongRunning'] },
  { name: 'models/embedding', supportedGenerationMethods: ['embedContent'] },
];

/** A thought image comes before the real one. */
async function answerContent({ responseMimeType }: { responseMimeType?: string }): Promise<object> {
  if (responseMimeType) return candidate([{ text: 'Hm.', thought: true }, { text: '{"a":' }, { text: '1}' }]);
  const inline = async (edge: number) => {
    const { bytes } = await pictureOfSize(edge, edge);
    return { inlineData: { mimeType: 'image/png', data: Buffer.from(bytes).toString('base64') } };
  };
  return candidate([{ ...(await inline(16)), thought: true }, { text: 'Here it is.' }, await inline(64)]);
}

export function candidate(parts: object[], finishReason = 'STOP'): object {
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1290 },
    modelVersion: 'gemini-nano-banana-2.1',
  };
}

/** The file is at another URL of the same origin. */
async function redirectToFile({ path }: ProviderCall, fake: ProviderServer): Promise<ProviderAnswer> {
  if (path.startsWith('/v1beta/files/gone')) return { status: 404 };
  return { status: 302, headers: { location: await fake.addClip() } };
}
