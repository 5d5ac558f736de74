/**
 * What an engine may take at present by its hours and limits, and when that changes. Only
 * displayed: workers ask for admission.
 */
import { nextOpening, type Hours } from '../../../platform/lib/daily-hours.ts';
import type { Micros } from '@kinora/shared/money';
import type { Catalogue } from '../../catalogue/models/catalogue.ts';
import { jobCost } from '../../tasks/routing/job-cost.ts';
import type { Closure } from '../../tasks/routing/plan-pulls.ts';

export interface EngineTerms {
  readonly hours: Hours | undefined;
  /** What is left of its budgets. Undefined if it has none. */
  readonly dayLeftMicros: Micros | undefined;
  readonly monthLeftMicros: Micros | undefined;
  /** When they begin again. */
  readonly nextDay: Date;
  readonly nextMonth: Date;
  /** Seconds until its limit of jobs per minute allows the next one. */
  readonly startInSeconds: number;
}

export interface RouteClosure {
  readonly why: Exclude<Closure, 'drained'>;
  readonly until: Date;
}

/** Returns why the engine takes no job of that cost at the time, or undefined if it does. */
export function findClosure(terms: EngineTerms, costMicros: Micros, nowMs: number): RouteClosure | undefined {
  const opening = terms.hours && nextOpening(terms.hours, nowMs);
  if (opening) return { why: 'outside_hours', until: opening };
  // As in admission: a job without a known cost may cost something, too.
  const least = costMicros > 0n ? costMicros : 1n;
  const isOver = (remainingMicros: Micros | undefined) =>
    remainingMicros !== undefined && remainingMicros < least;
  if (isOver(terms.monthLeftMicros)) return { why: 'over_budget', until: terms.nextMonth };
  if (isOver(terms.dayLeftMicros)) return { why: 'over_budget', until: terms.nextDay };
  if (terms.startInSeconds > 0)
    return { why: 'rate_limited', until: new Date(nowMs + terms.startInSeconds * 1000) };
  return undefined;
}

/** Returns what the cheapest job costs that any model may give the engine. */
export function leastCostByEngine({ routesByEngine, all }: Pick<Catalogue, 'routesByEngine' | 'all'>) {
  return (engine: string): Micros => {
    const costs = (routesByEngine.get(engine) ?? []).flatMap(route => {
      const { operations = [] } = all.find(({ card }) => card.id === route.model)?.card ?? {};
      return operations.map(kind => jobCost(route, { kind }) ?? 0n);
    });
    return costs.reduce((lowest, cost) => (cost < lowest ? cost : lowest), costs[0] ?? 0n);
  };
}
