/** Whether the engines of a model can do a job, asked before the task is submitted. */
import { reasonTexts } from '@kinora/shared/errors/reason';
import type { Offer } from '../../../engines/contract/kind/offer.ts';
import { AppError } from '@kinora/shared/errors/errors';
import type { Catalogue } from '../../catalogue/models/catalogue.ts';
import type { TaskRequest } from './task-request.ts';

/**
 * Returns the inline parameters that have no effect on any of its routes. Throws AppError
 * `not_possible` if no route can do the job.
 */
export function checkOffer(
  { catalogue }: { readonly catalogue: Pick<Catalogue, 'listOffers'> },
  { model, job }: Pick<TaskRequest, 'model' | 'job'>,
): readonly string[] {
  const offers = catalogue.listOffers(model.card.id);
  const [firstRejection, ...otherRejections] = offers.map(offer => offer.rejection?.(job));
  if (firstRejection && otherRejections.every(Boolean))
    throw new AppError('not_possible', { model: model.card.id, ...reasonTexts(firstRejection) });
  return ignoredByAll(offers, job);
}

function ignoredByAll(offers: readonly Offer[], job: TaskRequest['job']): readonly string[] {
  const [firstList = [], ...otherLists] = offers.map(offer => offer.listIgnored?.(job) ?? []);
  return firstList.filter(name => otherLists.every(ignoredNames => ignoredNames.includes(name)));
}
