/** What the handlers need whose requests wait for the result of a task. */
import type { AwaitedRequests } from '../../../core/tasks/submit/awaited-requests.ts';
import type { TaskRouteDependencies } from './task-route-parts.ts';

export interface WaitingDependencies extends TaskRouteDependencies {
  readonly awaitedRequests: AwaitedRequests;
  /** How long a request waits at most. */
  readonly responseSeconds: number;
}
