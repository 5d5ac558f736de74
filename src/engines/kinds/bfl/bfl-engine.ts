/**
 * The adapter to Black Forest Labs. Facts from its documents and its skills for developers, 2026-02 to
 * 2026-11; not run against the service.
 */
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { openJobEngine } from '../../adapter-kit/hosted/job-engine.ts';
import { type HttpClient, openHttpClient } from '../../adapter-kit/http/http-client.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { bflProtocol } from './bfl-protocol.ts';
import type { BflSettings } from './bfl-settings.ts';
import { maySendKey, type PollingTerms } from './polling-address.ts';

export function openBflEngine(options: InstanceOptions, results: ResultFiles): StepEngine {
  const protocol = bflProtocol(pollingTerms(options));
  return openJobEngine({ protocol, client: openBflClient(options), results, options });
}

export function openBflClient(access: InstanceAccess): HttpClient {
  const terms = pollingTerms(access);
  return openHttpClient({
    url: terms.url,
    secret: access.secret,
    credentials: key => ({ 'x-key': key }),
    isOwn: address => maySendKey(address, terms),
  });
}

/** Operators enter the address with or without the path of the API. */
function pollingTerms({ url = '', settings }: InstanceAccess): PollingTerms {
  return { url: url.replace(/\/v1$/, ''), domain: (settings as BflSettings).pollingDomain };
}
