/** Follow-ups of clips on models that continue them from their pixels. */
import { AppError } from '@kinora/shared/errors/errors';
import type { Catalogue, Model } from '../../catalogue/models/catalogue.ts';
import type { TaskView } from './task-view.ts';
import type { TaskJob } from '../task.ts';

/** The parent's clip for the job, if the model needs it. Throws AppError `parent_expired`. */
export function clipForJob(
  { catalogue }: { readonly catalogue: Pick<Catalogue, 'startsFromPixels'> },
  {
    model,
    parent,
    candidate,
  }: { readonly model: Model; readonly parent: TaskView; readonly candidate: number },
): Pick<TaskJob, 'clip'> {
  if (!catalogue.startsFromPixels(model.card.id)) return {};
  const file = parent.outputs.find(({ kind, ordinal }) => kind === 'clip' && ordinal === candidate);
  if (!file) throw new AppError('parent_expired', { task: parent.publicId });
  return { clip: { storageKey: file.storageKey, seconds: parent.job.seconds ?? 0 } };
}
