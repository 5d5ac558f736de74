/** The span of a submit. The tasks store it, and everything that is done for them later continues it. */
import { inSpan } from '../../../platform/lib/trace/spans.ts';
import type { TaskRequest } from './task-request.ts';

type CreatedTask = { readonly publicId: string };

export function inSubmitSpan<Result extends CreatedTask | readonly CreatedTask[] | undefined>(
  requests: readonly TaskRequest[],
  submit: () => Promise<Result>,
): Promise<Result> {
  const [firstRequest] = requests;
  const attributes = {
    'kinora.model': firstRequest?.model.card.id,
    'kinora.interface': firstRequest?.interface,
  };
  return inSpan('submit task', { kind: 'producer', attributes }, async span => {
    const result = await submit();
    span?.set({ 'kinora.task.ids': [result ?? []].flat().map(({ publicId }) => publicId) });
    return result;
  });
}
