/**
 * A model card from the OpenAPI document that fal publishes of each model. Facts: fal.ai/docs,
 * platform APIs, November 2026.
 */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProposedCard } from '../../contract/kind/proposed-card.ts';
import { inputFields, resolveSchema } from '../../adapter-kit/hosted/model-input/input-schema.ts';
import { proposeCard } from '../../adapter-kit/hosted/model-input/propose-card.ts';
import { openHttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { stepFailure } from '../../adapter-kit/http/http-failures.ts';
import { falUrl } from './fal-client.ts';

/** Open to all, so the key of an instance is not sent there. */
const platformUrl = 'https://api.fal.ai';

const documentShape = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
  paths: z.record(z.string(), z.looseObject({ post: z.unknown().optional() })),
});
const modelList = z.object({
  models: z.array(
    z.looseObject({
      metadata: z.looseObject({ display_name: z.string(), description: z.string().nullish() }).nullish(),
      openapi: z.unknown().optional(),
    }),
  ),
});
const submit = z.looseObject({
  requestBody: z.looseObject({
    content: z.looseObject({ 'application/json': z.looseObject({ schema: z.unknown() }) }),
  }),
});

export interface FalModel {
  readonly upstream: string;
  readonly name: string;
  readonly description: string;
  /** Its OpenAPI document. */
  readonly openapi: unknown;
}

export async function proposeFalCard(
  access: InstanceAccess,
  upstream: string,
  signal: AbortSignal,
): Promise<ProposedCard> {
  const { url = falUrl } = access;
  const isFal = new URL(url).origin === falUrl;
  const client = openHttpClient({ url: isFal ? platformUrl : url, secret: undefined });
  try {
    const query = `endpoint_id=${encodeURIComponent(upstream)}&expand=openapi-3.0`;
    const answer = await client.send({ path: `/v1/models?${query}`, signal, maxBytes: maxListBytes });
    if (!answer.isOk && answer.status !== 404) throw stepFailure(answer, client);
    const [model] = answer.isOk ? readJson(answer, modelList).models : [];
    if (!model) throw new EngineError('engine_rejected', reason('model_absent', { model: upstream }));
    const { display_name: name = upstream, description } = model.metadata ?? {};
    return cardOfFal({ upstream, name, description: description ?? '', openapi: model.openapi });
  } finally {
    client.close();
  }
}

/** Pure. Throws `engine_error` if the document does not describe an input. */
export function cardOfFal({ upstream, name, description, openapi }: FalModel): ProposedCard {
  const document = documentShape.safeParse(openapi).data;
  const body = submit.safeParse(document?.paths[`/${upstream}`]?.post).data;
  const schema = body?.requestBody.content['application/json'].schema;
  if (!document || schema === undefined) throw new EngineError('engine_error', reason('model_undescribed'));
  const schemas = document.components.schemas;
  return proposeCard({ name, description, fields: inputFields(resolveSchema(schema, schemas), schemas) });
}
