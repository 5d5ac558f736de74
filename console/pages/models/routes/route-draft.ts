/** A route in its form: the typed texts, and their conversion to a request. */
import type { Tier } from '@kinora/shared/models/model-card';
import type { Route } from '../../../data/models/managed-models.ts';
import { rowsToMap, mapToRows, type MappedParameter } from './parameter-map.ts';

export interface RouteDraft {
  readonly engine: string;
  /** Empty means the model's ID. */
  readonly upstream: string;
  readonly priority: string;
  readonly weight: string;
  /** The tiers that the route serves. Empty means all tiers. */
  readonly tiers: readonly Tier[];
  /** Seconds. Empty means the server's default. */
  readonly timeout: string;
  /** The cost of a job, as typed. Empty if the route has no cost. */
  readonly cost: string;
  readonly costUnit: 'image' | 'clip' | 'second';
  readonly parameters: readonly MappedParameter[];
}

export function newRoute(kind: 'image' | 'video', engine: string): RouteDraft {
  return {
    engine,
    upstream: '',
    priority: '0',
    weight: '1',
    tiers: [],
    timeout: '',
    cost: '',
    costUnit: kind === 'image' ? 'image' : 'second',
    parameters: [],
  };
}

export function routeToDraft(kind: 'image' | 'video', route: Route): RouteDraft {
  return {
    ...newRoute(kind, route.engine),
    upstream: route.upstream ?? '',
    priority: String(route.priority),
    weight: String(route.weight),
    tiers: (route.tiers ?? []) as readonly Tier[],
    timeout: route.timeout_seconds === null ? '' : String(route.timeout_seconds),
    ...(route.cost && { cost: route.cost.price, costUnit: route.cost.unit }),
    parameters: mapToRows(route.parameters),
  };
}

export function toTerms({
  upstream,
  priority,
  weight,
  tiers,
  timeout,
  cost,
  costUnit,
  parameters,
}: RouteDraft) {
  return {
    upstream: upstream.trim() || null,
    priority,
    weight,
    tiers: tiers.length > 0 ? [...tiers] : null,
    timeout_seconds: timeout.trim() || null,
    cost: cost.trim() || null,
    ...(cost.trim() !== '' && { cost_unit: costUnit }),
    parameters: rowsToMap(parameters),
  };
}
