/** The tools that every token can use. They cost nothing. */
import type { McpDependencies } from './mcp-parts.ts';
import type { Tool } from './tool.ts';
import { cancelTask } from './cancel-task.ts';
import { getBalance } from './get-balance.ts';
import { getTask } from './get-task.ts';
import { listModels } from './list-models.ts';

export function readingTools(parts: McpDependencies): readonly Tool[] {
  return [getTask(parts), cancelTask(parts), listModels(parts), getBalance(parts)];
}
