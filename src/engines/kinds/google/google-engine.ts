/** The Gemini API as a step engine. */
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { openAnswerEngine } from '../../adapter-kit/hosted/answer-engine.ts';
import { openJobEngine } from '../../adapter-kit/hosted/job-engine.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { clipProtocol } from './clip-protocol.ts';
import { contentProtocol } from './content-protocol.ts';
import { openGoogleClient } from './google-client.ts';
import type { GoogleSettings } from './google-settings.ts';

/** A clip takes from eleven seconds to some minutes. */
const pollMs = 5_000;

export function openGoogleEngine(options: InstanceOptions, results: ResultFiles): StepEngine {
  const settings = options.settings as GoogleSettings;
  const { client, url } = openGoogleClient(options);
  if (settings.makes !== 'clips')
    return openAnswerEngine({ protocol: contentProtocol(client, settings), client, options });
  return openJobEngine({
    protocol: clipProtocol(client),
    client,
    results,
    options: { ...options, url },
    pollMs,
  });
}
