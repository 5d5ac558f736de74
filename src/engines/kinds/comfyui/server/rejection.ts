/**
 * Why ComfyUI rejected a prompt, from the fields of its answer: the nodes, the inputs
 * and the kinds of their faults.
 */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../../contract/engine-error.ts';
import type { HttpResponse } from '../../../adapter-kit/http/http-client.ts';
import { boundedJson } from '../../../adapter-kit/http/bounded-json.ts';

const faultShape = z.object({
  type: z.string().catch('error'),
  extra_info: z.object({ input_name: z.string().optional() }).optional().catch(undefined),
});
const answerShape = z.object({
  error: z.object({ type: z.string().catch('error') }).optional(),
  node_errors: z
    .record(
      z.string(),
      z.object({ class_type: z.string().catch('node'), errors: z.array(faultShape).catch([]) }),
    )
    .optional()
    .catch(undefined),
});

const maxFaults = 5;

/** Texts of the answer are left out: they contain paths and values of the server. */
export function toRejection({ bytes }: Pick<HttpResponse, 'bytes'>): EngineError {
  const { error, node_errors: nodes = {} } = answerShape.safeParse(boundedJson(bytes)).data ?? {};
  const faults = Object.values(nodes).flatMap(({ class_type, errors }) =>
    errors.map(({ type, extra_info: extra }) =>
      [`${class_type}${extra?.input_name ? `.${extra.input_name}` : ''}`, type].join(': '),
    ),
  );
  const description =
    faults.length > 0 ? faults.slice(0, maxFaults).join(', ') : (error?.type ?? 'unknown reason');
  return new EngineError('engine_rejected', reason('workflow_rejected', { faults: description }), {
    notStarted: true,
  });
}
