/**
 * The adapter to Ark. Facts of its API as the documents of Volcengine and BytePlus said until 2026-11 (video
 * generation tasks, image generation, error codes); not run against the service.
 */
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { openAnswerEngine } from '../../adapter-kit/hosted/answer-engine.ts';
import { openJobEngine } from '../../adapter-kit/hosted/job-engine.ts';
import { type HttpClient, openHttpClient } from '../../adapter-kit/http/http-client.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { clipProtocol } from './clip-protocol.ts';
import { pictureProtocol } from './picture-protocol.ts';
import type { VolcengineSettings } from './volcengine-settings.ts';

const pollMs = 5_000;

export function openVolcengineEngine(options: InstanceOptions, results: ResultFiles): StepEngine {
  const settings = options.settings as VolcengineSettings;
  const client = openArkClient(options);
  if (settings.makes === 'pictures')
    return openAnswerEngine({ protocol: pictureProtocol(client), client, options });
  return openJobEngine({ protocol: clipProtocol(settings), client, results, options, pollMs });
}

/** Operators enter the address with or without the path of the API. */
export function openArkClient({ url = '', secret }: InstanceAccess): HttpClient {
  return openHttpClient({ url: url.replace(/\/api\/v3$/, ''), secret });
}
