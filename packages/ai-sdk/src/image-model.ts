/** An image model of Kinora for `generateImage`: one task for all images of a call. */
import type { ImageModelV4, ImageModelV4CallOptions, ImageModelV4Result } from '@ai-sdk/provider';
import type { GenerateRequest, Kinora } from 'kinora-client';
import {
  openCallKeys,
  ownOptions,
  splitHeaders,
  toSource,
  unsupportedWarning,
  type ClientWith,
} from './calls.ts';
import { asSdkCall } from './to-sdk-error.ts';

const maxImagesPerCall = 10;

export function imageModel(modelId: string, clientWith: ClientWith): ImageModelV4 {
  const tokenFor = openCallKeys();
  return {
    specificationVersion: 'v4',
    provider: 'kinora.image',
    modelId,
    maxImagesPerCall,
    get supportsFileInputs() {
      return canEdit(modelId, clientWith);
    },
    get supportsMaskInputs() {
      return canEdit(modelId, clientWith);
    },
    doGenerate: options => {
      const values = toRequest(modelId, options);
      const call = { modelId, modelType: 'imageModel', url: '/v1/images', values } as const;
      const { idempotencyKey, otherHeaders } = splitHeaders(options.headers);
      const key = tokenFor(idempotencyKey, options.headers);
      const client = { idempotencyKey: key, kinora: clientWith(otherHeaders) };
      return asSdkCall(call, () => generate(modelId, { options, values, ...client }));
    },
  };
}

async function canEdit(modelId: string, clientWith: ClientWith): Promise<boolean | undefined> {
  try {
    const card = (await clientWith({}).images.models()).find(({ id }) => id === modelId);
    return card?.operations.includes('edit');
  } catch {
    // The call itself reports the error.
    return undefined;
  }
}

interface Generation {
  readonly options: ImageModelV4CallOptions;
  readonly values: GenerateRequest;
  readonly idempotencyKey: string | undefined;
  readonly kinora: Kinora;
}

async function generate(
  modelId: string,
  { options, values, idempotencyKey, kinora: { images } }: Generation,
): Promise<ImageModelV4Result> {
  const signal = options.abortSignal;
  signal?.throwIfAborted();
  // The signal is not passed on, because an abort while the request is on its way cancels the task as well.
  const task = images.generate(values, { idempotencyKey });
  const { id, seed } = await task.wait({ signal, cancelOnAbort: true });
  const {
    result,
    ignored: ignoredParameters = [],
    created_at,
    amount,
    currency,
  } = await images.delivered(id, { signal });
  const data = result?.data ?? [];
  return {
    images: data.map(({ b64_json = '' }) => b64_json),
    warnings: [
      ...(isEdit(options) && options.aspectRatio !== undefined
        ? [unsupportedWarning('aspectRatio', 'An edited image has the shape of its source. Use size.')]
        : []),
      ...ignoredParameters.map(field => unsupportedWarning(field, `${modelId} has no such parameter.`)),
    ],
    providerMetadata: {
      kinora: { taskId: id, amount, currency, images: data.map(() => ({ taskId: id, seed })) },
    },
    response: { timestamp: new Date(created_at * 1000), modelId, headers: undefined },
  };
}

function isEdit({ files = [] }: ImageModelV4CallOptions): boolean {
  return files.length > 0;
}

function toRequest(model: string, options: ImageModelV4CallOptions): GenerateRequest {
  const { prompt, n, size, aspectRatio, seed, files, mask, providerOptions } = options;
  return {
    model,
    n,
    ...(prompt !== undefined && { prompt }),
    ...(size !== undefined && { size }),
    ...(aspectRatio !== undefined && !isEdit(options) && { aspect_ratio: aspectRatio }),
    ...(seed !== undefined && { seed }),
    ...(files?.length && { images: files.map(toSource) }),
    ...(mask && { mask: toSource(mask) }),
    ...ownOptions(providerOptions),
    response_format: 'b64_json',
  };
}
