/** The engine of fal: its jobs in the frame of hosted engines, which polls them and downloads their files. */
import { openJobEngine } from '../../adapter-kit/hosted/job-engine.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { openFalClient } from './fal-client.ts';
import { falProtocol } from './fal-protocol.ts';
import type { FalSettings } from './fal-settings.ts';

export function openFalEngine(options: InstanceOptions, results: ResultFiles): StepEngine {
  const protocol = falProtocol(options.settings as FalSettings);
  return openJobEngine({ protocol, client: openFalClient(options), results, options });
}
