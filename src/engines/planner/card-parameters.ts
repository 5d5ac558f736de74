/** The parameters of model cards that may reach a server. All others could change it or read its files. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../contract/engine-error.ts';
import type { Step } from '../contract/steps/step.ts';

/** The names of parameters with their types. */
export type ParameterTypes = Readonly<Record<string, 'number' | 'string' | 'boolean'>>;

/** Parameters of every video model that the other fields of a step already express. */
const expressedParameters = new Set([
  'seconds',
  'resolution',
  'aspect_ratio',
  'fps',
  'seed',
  'motion',
  'loop',
  'audio',
]);

/** Returns the parameters of the card for a clip, without those that the step already expresses. */
export function clipParameters(
  parameters: Step['parameters'],
  allowedTypes: ParameterTypes,
): Step['parameters'] {
  return cardParameters(withoutExpressed(parameters), allowedTypes);
}

export function withoutExpressed(parameters: Step['parameters']): Step['parameters'] {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !expressedParameters.has(name)));
}

/**
 * Throws `engine_rejected` for a parameter that is not allowed, because a client may pay for it: it is not
 * dropped.
 */
export function cardParameters(
  parameters: Step['parameters'],
  allowedTypes: ParameterTypes,
): Step['parameters'] {
  for (const [name, value] of Object.entries(parameters))
    if (allowedTypes[name] !== typeof value)
      throw new EngineError(
        'engine_rejected',
        reason('parameter_none', { name, type: typeof value, allowed: Object.keys(allowedTypes).join(', ') }),
        { notStarted: true },
      );
  return parameters;
}
