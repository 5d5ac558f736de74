/** OpenRouter as a step engine. */
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { openAnswerEngine } from '../../adapter-kit/hosted/answer-engine.ts';
import { openJobEngine } from '../../adapter-kit/hosted/job-engine.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { clipProtocol } from './clip-protocol.ts';
import { openRouterClient } from './openrouter-client.ts';
import type { OpenRouterSettings } from './openrouter-settings.ts';
import { pictureProtocol } from './picture-protocol.ts';

/** A clip takes from half a minute to several. */
const pollMs = 10_000;

export function openRouterEngine(options: InstanceOptions, results: ResultFiles): StepEngine {
  const settings = options.settings as OpenRouterSettings;
  const { client, url } = openRouterClient(options);
  if (settings.makes === 'pictures')
    return openAnswerEngine({ protocol: pictureProtocol(client, settings), client, options });
  const protocol = clipProtocol(client, settings);
  return openJobEngine({ protocol, client, results, options: { ...options, url }, pollMs });
}
