/** Shows that the key is right: asks for a request that does not exist. Nothing is generated. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { stepFailure, failureText } from '../../adapter-kit/http/http-failures.ts';
import { openFalClient } from './fal-client.ts';

const path = '/fal-ai/flux/requests/00000000-0000-0000-0000-000000000000/status';

export async function probeFal(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const client = openFalClient(access);
  try {
    const answer = await client.send({ path, signal });
    const { status } = answer;
    if (status === 401 || status === 403)
      throw new EngineError('engine_unauthorized', reason('secret_rejected'));
    if (status >= 500 || status === 429) throw stepFailure(answer, client);
    if (status !== 404 && status !== 422) {
      throw new EngineError('engine_error', reason('url_other_than_fal', { status }), {
        cause: failureText(answer, client),
      });
    }
    return {
      program: 'fal',
      models: [],
      notes: ['The secret was not rejected. Models are listed at fal.ai/models.'],
    };
  } finally {
    client.close();
  }
}
