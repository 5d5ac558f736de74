/** Steps as requests of `generateContent`. */
import type { JobRequest } from '../../adapter-kit/hosted/job-protocol.ts';
import { nearestRatio } from '../../adapter-kit/hosted/ratios.ts';
import { cardParameters } from '../../planner/card-parameters.ts';
import type { AskStep, GenerateStep, InstructStep } from '../../contract/steps/step.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';
import { pictureRatios } from './abilities.ts';
import { methodPath } from './google-client.ts';
import type { GoogleSettings } from './google-settings.ts';

const parameterTypes = {
  temperature: 'number',
  topP: 'number',
  maxOutputTokens: 'number',
  thinkingLevel: 'string',
  imageSize: 'string',
} as const;

/** Throws for parameters that it does not have. */
export function pictureRequest(step: GenerateStep | InstructStep, settings: GoogleSettings): JobRequest {
  const { imageSize = settings.imageSize, ...otherParameters } = cardParameters(
    step.parameters,
    parameterTypes,
  );
  const pictures = step.primitive === 'instruct' ? step.pictures : [];
  const imageConfig = {
    aspectRatio: nearestRatio(step, pictureRatios),
    ...(imageSize !== 'default' && { imageSize }),
  };
  return {
    path: methodPath(step.upstream, 'generateContent'),
    body: {
      contents: toContents(step.prompt, pictures),
      // With words besides, a model can say why it makes no picture.
      generationConfig: {
        responseModalities: ['TEXT', 'IMAGE'],
        imageConfig,
        ...samplingOptions(otherParameters),
      },
    },
  };
}

export function questionRequest({ prompt, picture, schema, upstream, parameters }: AskStep): JobRequest {
  const { imageSize: _, ...types } = parameterTypes;
  return {
    path: methodPath(upstream, 'generateContent'),
    body: {
      contents: toContents(prompt, picture ? [picture] : []),
      generationConfig: {
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
        ...samplingOptions(cardParameters(parameters, types)),
      },
    },
  };
}

function toContents(prompt: string, pictures: readonly StepPicture[]): object[] {
  const inline = pictures.map(({ contentType, bytes }) => ({
    inlineData: { mimeType: contentType, data: Buffer.from(bytes).toString('base64') },
  }));
  return [{ role: 'user', parts: [{ text: prompt }, ...inline] }];
}

function samplingOptions({ thinkingLevel, ...otherParameters }: AskStep['parameters']): object {
  return { ...otherParameters, ...(thinkingLevel !== undefined && { thinkingConfig: { thinkingLevel } }) };
}
