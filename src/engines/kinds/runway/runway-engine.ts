/**
 * The adapter to Runway. Facts of its API: @runwayml/sdk 4.20.1 and the documents of 2026-11;
 * not run against the service.
 */
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { openJobEngine } from '../../adapter-kit/hosted/job-engine.ts';
import { type HttpClient, openHttpClient } from '../../adapter-kit/http/http-client.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { runwayProtocol } from './runway-protocol.ts';
import type { RunwaySettings } from './runway-settings.ts';

/** Its documentation asks clients not to poll a task more often. */
const pollMs = 5_000;
const version = '2024-11-06';

export function openRunwayEngine(options: InstanceOptions, results: ResultFiles): StepEngine {
  const protocol = runwayProtocol(options.settings as RunwaySettings);
  return openJobEngine({ protocol, client: openRunwayClient(options), results, options, pollMs });
}

export function openRunwayClient({ url = '', secret }: InstanceAccess): HttpClient {
  return openHttpClient({ url, secret, headers: { 'x-runway-version': version } });
}
