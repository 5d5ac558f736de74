/** Errors of kinora-client as those of the AI SDK. */
import { APICallError, LoadAPIKeyError, NoSuchModelError } from '@ai-sdk/provider';
import { KinoraError, TaskFailedError } from 'kinora-client';

const unknownModel = ['model_not_found', 'model_unknown', 'model_not_in_group', 'model_not_allowed'];

export interface FailedCall {
  readonly modelId: string;
  readonly modelType: 'imageModel' | 'videoModel';
  readonly url: string;
  readonly values: unknown;
}

/** Anything else, such as the reason of an abort, stays as it is. */
export function toSdkError(error: unknown, { modelId, modelType, url, values }: FailedCall): unknown {
  if (!(error instanceof KinoraError)) return error;
  const { message, code, status } = error;
  if (code === 'key_missing')
    return new LoadAPIKeyError({
      message: `${message} Pass imageToken and videoToken to createKinora, or set KINORA_IMAGE_TOKEN and KINORA_VIDEO_TOKEN.`,
    });
  if (unknownModel.includes(code))
    return new NoSuchModelError({ modelId, modelType: modelType as 'imageModel', message });
  return new APICallError({
    message,
    url,
    requestBodyValues: values,
    ...(status > 0 && !(error instanceof TaskFailedError) && { statusCode: status }),
    // The client has repeated it as long as that helps, with its key. The SDK has no key, so that its
    // repeat would be a second task.
    isRetryable: false,
    data: {
      code,
      ...(error.param !== undefined && { param: error.param }),
      ...(error instanceof TaskFailedError && { taskId: error.taskId }),
    },
    cause: error,
  });
}

/** Throws errors of the AI SDK. */
export async function asSdkCall<Result>(call: FailedCall, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw toSdkError(error, call);
  }
}
