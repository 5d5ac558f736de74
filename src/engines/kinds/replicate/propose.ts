/**
 * A model card from the schema that Replicate publishes of each version of a model. Facts:
 * replicate.com/docs, HTTP API, November 2026.
 */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProposedCard } from '../../contract/kind/proposed-card.ts';
import { inputFields } from '../../adapter-kit/hosted/model-input/input-schema.ts';
import { proposeCard } from '../../adapter-kit/hosted/model-input/propose-card.ts';
import { type HttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { stepFailure } from '../../adapter-kit/http/http-failures.ts';
import { openReplicateClient } from './replicate-client.ts';

const versionShape = z.looseObject({ openapi_schema: z.unknown().optional() });
const modelShape = z.looseObject({
  description: z.string().nullish(),
  latest_version: versionShape.nullish(),
});
const schemaShape = z.looseObject({
  components: z.looseObject({ schemas: z.looseObject({ Input: z.unknown() }) }),
});

export interface ReplicateModel {
  readonly name: string;
  readonly description: string;
  /** `openapi_schema` of a version. */
  readonly openapi: unknown;
}

export async function proposeReplicateCard(
  access: InstanceAccess,
  upstream: string,
  signal: AbortSignal,
): Promise<ProposedCard> {
  const [name = '', version] = upstream.split(':');
  const [owner = '', model = ''] = name.split('/').map(encodeURIComponent);
  if (!model) throw new EngineError('engine_rejected', reason('model_form'));
  const path = `/v1/models/${owner}/${model}`;
  const client = openReplicateClient(access);
  try {
    const modelRecord = await read(client, { path, shape: modelShape, signal });
    const versionRecord = version
      ? await read(client, {
          path: `${path}/versions/${encodeURIComponent(version)}`,
          shape: versionShape,
          signal,
        })
      : modelRecord.latest_version;
    return cardOfReplicate({
      name,
      description: modelRecord.description ?? '',
      openapi: versionRecord?.openapi_schema,
    });
  } finally {
    client.close();
  }
}

interface ReadRequest<Shape extends z.ZodType> {
  readonly path: string;
  readonly shape: Shape;
  readonly signal: AbortSignal;
}

async function read<Shape extends z.ZodType>(
  client: HttpClient,
  { path, shape, signal }: ReadRequest<Shape>,
): Promise<z.infer<Shape>> {
  const answer = await client.send({ path, signal, maxBytes: maxListBytes });
  if (answer.isOk) return readJson(answer, shape);
  if (answer.status === 404) throw new EngineError('engine_rejected', reason('model_absent_version'));
  throw stepFailure(answer, client);
}

/** Pure. Throws `engine_error` if the schema does not describe an input. */
export function cardOfReplicate({ name, description, openapi }: ReplicateModel): ProposedCard {
  const { schemas } = schemaShape.safeParse(openapi).data?.components ?? {};
  if (!schemas?.Input) throw new EngineError('engine_error', reason('model_undescribed'));
  return proposeCard({ name, description, fields: inputFields(schemas.Input, schemas) });
}
