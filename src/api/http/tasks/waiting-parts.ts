/** The dependencies of handlers whose requests wait for the result of a task. */
import type { AwaitedRequests } from '../../../core/tasks/submit/awaited-requests.ts';
import type { TaskRouteDependencies } from './task-route-parts.ts';

export interface WaitingDependencies extends TaskRouteDependencies {
  readonly awaitedRequests: AwaitedRequests;
  /** The longest time that a request waits, in seconds. */
  readonly responseSeconds: number;
}
