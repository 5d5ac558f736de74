/** The provider: `kinora.image('sketch')` and `kinora.video('sketch-motion')`. */
import {
  NoSuchModelError,
  type Experimental_VideoModelV4 as VideoModel,
  type ImageModelV4,
  type ProviderV4,
} from '@ai-sdk/provider';
import { Kinora, type KinoraOptions } from 'kinora-client';
import type { ClientWith } from './calls.ts';
import { imageModel } from './image-model.ts';
import { videoModel } from './video-model.ts';

/** The options of kinora-client: the address of the server, and a token of each group that is used. */
export type KinoraProviderOptions = KinoraOptions;

export interface KinoraProvider extends ProviderV4 {
  /** An image model by its ID or an alias. */
  image(modelId: string): ImageModelV4;
  imageModel(modelId: string): ImageModelV4;
  /** A video model by its ID or an alias. */
  video(modelId: string): VideoModel;
  videoModel(modelId: string): VideoModel;
}

export function createKinora(options: KinoraProviderOptions = {}): KinoraProvider {
  const clientWith = openClients(options);
  const image = (modelId: string) => imageModel(modelId, clientWith);
  const video = (modelId: string) => videoModel(modelId, clientWith);
  const absent = (modelType: 'languageModel' | 'embeddingModel') => (modelId: string) => {
    throw new NoSuchModelError({ modelId, modelType });
  };
  return {
    specificationVersion: 'v4',
    image,
    imageModel: image,
    video,
    videoModel: video,
    languageModel: absent('languageModel'),
    embeddingModel: absent('embeddingModel'),
  };
}

/**
 * Calls with the same headers share a client, which knows that its server has answered before: so the polls
 * of a task go on when the server restarts. Only the latest one is kept.
 */
function openClients(options: KinoraProviderOptions): ClientWith {
  let latest: { readonly key: string; readonly client: Kinora } | undefined;
  return headers => {
    const key = JSON.stringify(Object.entries(headers).sort());
    if (latest?.key !== key)
      latest = { key, client: new Kinora({ ...options, headers: { ...options.headers, ...headers } }) };
    return latest.client;
  };
}

/**
 * The provider with the settings of the environment: KINORA_URL, KINORA_IMAGE_TOKEN and KINORA_VIDEO_TOKEN.
 */
export const kinora: KinoraProvider = createKinora();
