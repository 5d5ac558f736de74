/** What the handlers of the Images API need. */
import type { AwaitedRequests } from '../../../core/tasks/submit/awaited-requests.ts';
import type { TaskRouteParts } from '../../http/tasks/task-route-parts.ts';

export interface ImagesParts extends TaskRouteParts {
  readonly awaited: AwaitedRequests;
  /** How long a request waits at most. */
  readonly responseSeconds: number;
}
