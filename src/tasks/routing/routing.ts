/** What a worker needs of the routes while it advances tasks. */
import type { EngineError } from '../../engines/engine.ts';
import type { Catalogue } from '../../models/catalogue.ts';
import { mapParameters, servesTier, type Route } from '../../models/route.ts';
import type { LeasedTask, TaskJob } from '../task.ts';
import type { Breakers } from './breakers.ts';

export interface Routing {
  /** The job as the engine gets it: with the name of its model or workflow, and the parameters as the route maps them. */
  mapJob(task: LeasedTask): TaskJob;
  /** How long the task may take from its start on. */
  timeoutSecondsOf(task: Pick<LeasedTask, 'model' | 'engine'>): number;
  /** Whether another engine can take the task, that has not refused it already. */
  hasAlternative(task: LeasedTask): boolean;
  /** Counts the start for the breaker of the route. */
  startFailed(task: LeasedTask, failure: EngineError): Promise<void>;
  startSucceeded(task: LeasedTask): Promise<void>;
}

export interface RoutingParts {
  readonly catalogue: Pick<Catalogue, 'routesOf'>;
  readonly breakers: Breakers;
  readonly taskTimeoutSeconds: number;
}

export function openRouting({ catalogue, breakers, taskTimeoutSeconds }: RoutingParts): Routing {
  const routeOf = ({ model, engine }: Pick<LeasedTask, 'model' | 'engine'>): Route | undefined =>
    catalogue.routesOf(model).find(route => route.engine === engine);
  return {
    mapJob: task => {
      const route = routeOf(task);
      const { parameters } = task.job;
      if (!route) return task.job;
      return {
        ...task.job,
        upstream: route.upstream ?? task.model,
        parameters: mapParameters(parameters ?? {}, route.parameters),
      };
    },
    timeoutSecondsOf: task => routeOf(task)?.timeoutSeconds ?? taskTimeoutSeconds,
    hasAlternative: ({ model, engine, avoid, tierRank }) =>
      catalogue
        .routesOf(model)
        .some(
          route =>
            route.engine !== engine &&
            !avoid.includes(route.engine) &&
            servesTier(route, tierRank) &&
            breakers.stateOf(route) !== 'open',
        ),
    startFailed: (task, failure) => breakers.failed(task, failure),
    startSucceeded: task => breakers.succeeded(task),
  };
}
