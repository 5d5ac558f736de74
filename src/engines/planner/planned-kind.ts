/** Makes a kind of engine of one that knows only primitives. */
import type { EngineKind } from '../contract/kind/engine-kind.ts';
import type { EngineSettings } from '../contract/kind/engine-settings.ts';
import { toOffer } from './offer.ts';
import { planEngine } from './planned-engine.ts';
import type { StepEngineKind } from '../contract/steps/step-engine-kind.ts';

export function plannedKind(kind: StepEngineKind): EngineKind {
  const { abilities, openSteps, ...kindFields } = kind;
  return {
    ...kindFields,
    offer: (upstream: string, settings: EngineSettings) => toOffer(abilities(upstream, settings)),
    open: options => planEngine(openSteps(options), upstream => abilities(upstream, options.settings)),
  };
}
