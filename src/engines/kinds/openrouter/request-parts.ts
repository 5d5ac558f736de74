/** What requests for pictures and for clips have in common. */
import { cardParameters, type ParameterTypes } from '../../planner/card-parameters.ts';
import type { Step } from '../../contract/steps/step.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';

/** A picture in a request: a data URL, so that the provider fetches nothing from this server. */
export function imageUrl({ contentType, bytes }: StepPicture) {
  const url = `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
  return { type: 'image_url', image_url: { url } } as const;
}

export interface ProviderParameters {
  /** Fields of the request itself. */
  readonly ownParameters: Step['parameters'];
  /** Parameters for the one provider that the instance names. Undefined if there are none. */
  readonly passedParameters: Step['parameters'] | undefined;
}

/** Splits the parameters of a card. Throws for those that no model would receive. */
export function providerParameters(
  parameters: Step['parameters'],
  { types, slug }: { readonly types: ParameterTypes; readonly slug: string },
): ProviderParameters {
  const isOwn = ([name, value]: [string, unknown]) => types[name] === typeof value;
  const entries = Object.entries(parameters);
  const ownParameters = Object.fromEntries(entries.filter(isOwn));
  const otherParameters = Object.fromEntries(entries.filter(entry => !isOwn(entry)));
  if (slug === '') return { ownParameters: cardParameters(parameters, types), passedParameters: undefined };
  return {
    ownParameters,
    passedParameters: Object.keys(otherParameters).length > 0 ? otherParameters : undefined,
  };
}
