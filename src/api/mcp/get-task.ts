/** The tool `get_task`: the state and the result of a task. */
import { z } from 'zod';
import { agentTask } from '../records/agent-task.ts';
import { awaitTask, mostSeconds } from './await-task.ts';
import type { McpDependencies } from './mcp-parts.ts';
import { taskResult } from './task-result.ts';
import { reads, tool, type Tool } from './tool.ts';

export const taskArgument = z
  .string()
  .min(1)
  .max(100)
  .describe('The ID of the task, from the result that named it.');

export function getTask(parts: McpDependencies): Tool {
  return tool({
    name: 'get_task',
    title: 'Get a task',
    description:
      'Returns the state of a task and, once it is completed, its images or clips with the possible follow-ups. Waits until it ends, but at most "wait" seconds. Free.',
    arguments: z.strictObject({
      task: taskArgument,
      wait: z
        .int()
        .min(0)
        .max(mostSeconds)
        .default(mostSeconds)
        .describe('Seconds to wait for the end of the task. 0: answer at once.'),
    }),
    output: agentTask,
    annotations: reads,
    run: async (message, { task, wait }) =>
      taskResult(parts, message.call, await awaitTask(parts, message, { publicId: task, seconds: wait })),
  });
}
