/** A route: an engine that can run the tasks of a model, and on what terms. */
import { z } from 'zod';
import { tierRanks, type Tier } from '@kinora/shared/models/model-card';
import type { ParameterValue, Parameters } from '@kinora/shared/models/parameters';

export const routeCostUnits = ['image', 'clip', 'second'] as const;

/** How the parameters of a card reach the engine. What is not named keeps its name. */
export const parameterMap = z.strictObject({
  /** What the engine calls each parameter of the card. */
  rename: z.record(z.string(), z.string().min(1).max(100)).default({}),
  /** Parameters that the engine always gets, regardless of what the client sent. */
  set: z.record(z.string().min(1).max(100), z.union([z.string(), z.number(), z.boolean()])).default({}),
});
export type ParameterMap = z.output<typeof parameterMap>;

export interface Route {
  readonly model: string;
  readonly engine: string;
  /** What the engine calls the model or workflow. Undefined means the same as the model's id. */
  readonly upstream: string | undefined;
  /** 0-99. A lower number comes first. */
  readonly priority: number;
  /** The share among routes of the same priority, from 1 to 100. */
  readonly weight: number;
  /** Undefined means all tiers of the model. */
  readonly tiers: readonly Tier[] | undefined;
  /** Undefined means KINORA_TASK_TIMEOUT_SECONDS. */
  readonly timeoutSeconds: number | undefined;
  /** What the provider charges the operator. Undefined if nothing is charged. */
  readonly cost: { readonly unit: (typeof routeCostUnits)[number]; readonly micros: bigint } | undefined;
  readonly parameters: ParameterMap;
  readonly isEnabled: boolean;
  /** `card`: a model card of the product names the engine. `file`: declared in a file. */
  readonly source: 'card' | 'operator' | 'file';
}

/** A route with the default terms. */
export function newRoute(model: string, engine: string, source: Route['source']): Route {
  return {
    model,
    engine,
    upstream: undefined,
    priority: 0,
    weight: 1,
    tiers: undefined,
    timeoutSeconds: undefined,
    cost: undefined,
    parameters: { rename: {}, set: {} },
    isEnabled: true,
    source,
  };
}

/**
 * The job as the engine gets it: with what the engine calls the model or workflow, and the parameters as the
 * route maps them.
 */
export function mapJob<Job extends { readonly parameters?: Parameters }>(
  job: Job,
  { model, upstream, parameters: { rename, set } }: Route,
): Job & { readonly upstream: string } {
  const renamedParameters = Object.entries(job.parameters ?? {}).map(
    ([name, value]): [string, ParameterValue] => [rename[name] ?? name, value],
  );
  return {
    ...job,
    upstream: upstream ?? model,
    parameters: { ...Object.fromEntries(renamedParameters), ...set },
  };
}

export function servesTier({ tiers }: Pick<Route, 'tiers'>, tierRank: number): boolean {
  return tiers === undefined || tiers.some(tier => tierRanks[tier] === tierRank);
}
