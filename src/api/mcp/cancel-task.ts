/** The tool `cancel_task`: ends a task without charge. */
import { AppError } from '@kinora/shared/errors/errors';
import { z } from 'zod';
import { cancelTask as cancel } from '../../core/tasks/work/cancel-task.ts';
import { agentTask } from '../records/agent-task.ts';
import { ownAnyTask } from './await-task.ts';
import type { McpDependencies } from './mcp-parts.ts';
import { taskResult } from './task-result.ts';
import { tool, type Tool } from './tool.ts';
import { taskArgument } from './get-task.ts';

export function cancelTask(parts: McpDependencies): Tool {
  const { db, retentionHours } = parts;
  return tool({
    name: 'cancel_task',
    title: 'Cancel a task',
    description:
      'Cancels a task that has not ended. Nothing is charged for it. A task that a provider has already charged for cannot be cancelled. Free.',
    arguments: z.strictObject({ task: taskArgument }),
    output: agentTask,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: async ({ call }, { task: publicId }) => {
      const task = await ownAnyTask(parts, call.token, publicId);
      const result = await cancel(db, {
        publicId,
        accountId: task.accountId,
        interface: task.interface,
        retentionHours,
      });
      if (result === 'bought') throw new AppError('task_bought', { task: publicId });
      const now = await ownAnyTask(parts, call.token, publicId);
      if (result === 'too_late' && now.phase !== 'cancelled')
        throw new AppError('task_ended', { task: publicId, status: now.phase });
      return taskResult(parts, call, now);
    },
  });
}
