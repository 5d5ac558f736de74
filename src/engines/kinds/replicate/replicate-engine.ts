/**
 * The engine of Replicate: its jobs in the frame of hosted engines, which polls
 * them and downloads their files.
 */
import { openJobEngine } from '../../adapter-kit/hosted/job-engine.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { openReplicateClient } from './replicate-client.ts';
import { replicateProtocol } from './replicate-protocol.ts';
import type { ReplicateSettings } from './replicate-settings.ts';

export function openReplicateEngine(options: InstanceOptions, results: ResultFiles): StepEngine {
  const client = openReplicateClient(options);
  const protocol = replicateProtocol(client, options.settings as ReplicateSettings);
  return openJobEngine({ protocol, client, results, options });
}
