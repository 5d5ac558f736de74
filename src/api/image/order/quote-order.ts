/** The price of an order, as its submit would compute it. */
import { priceImage, type Quote } from '@kinora/shared/billing/quote';
import type { Tier } from '@kinora/shared/models/model-card';
import { checkTier } from '../../../core/catalogue/models/check-tier.ts';
import type { Model } from '../../../core/catalogue/models/catalogue.ts';
import type { GroupRules } from '../../../core/accounts/tokens.ts';
import type { ModelScope } from '../../../core/catalogue/models/usable-models.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import type { Order } from './order.ts';
import { sizedJob } from './own-size.ts';
import { modelFor, parametersFor } from './place-order.ts';

export type QuotedOrder = Pick<
  Order,
  'job' | 'model' | 'parentModel' | 'isOtherVersion' | 'isReshaped' | 'parameters'
>;

interface Payer extends ModelScope {
  readonly groupRules: ModelScope['groupRules'] & Pick<GroupRules, 'factorMicros'>;
}

/** Throws AppError if no model of the token can do it, or the model does not offer the tier. */
export function quoteOrder(
  { catalogue }: Pick<SubmitDependencies, 'catalogue'>,
  token: Payer,
  { order, tier }: { readonly order: QuotedOrder; readonly tier: Tier },
): Quote & { readonly model: Model } {
  const model = modelFor({ catalogue }, token, order);
  checkTier(model.card, tier);
  const rate = { tier, factorMicros: token.groupRules.factorMicros };
  const job = { ...sizedJob(catalogue, model, order), ...parametersFor(model, order) };
  return { ...priceImage(model.card, job, rate), model };
}
