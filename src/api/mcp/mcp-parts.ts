/** The dependencies of the handlers of /mcp. */
import type { Language } from '@kinora/shared/errors/errors';
import type { TaskRouteDependencies } from '../http/tasks/task-route-parts.ts';
import type { OriginDependencies } from './reject-foreign-origin.ts';
import type { MakingTool } from '../http/agent-tools/making-tool.ts';

interface DocPage {
  readonly name: string;
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
}

export interface McpDependencies extends TaskRouteDependencies, OriginDependencies {
  readonly baseUrl: string | undefined;
  /** The longest time that a request waits, in seconds, by the settings. */
  readonly responseSeconds: number;
  /** The documentation of this version. */
  readonly docs: () => Promise<{ readonly pages: readonly DocPage[] }>;
  /** The tools of all interfaces that create tasks. */
  readonly makers: readonly MakingTool[];
}
