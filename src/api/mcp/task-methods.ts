/** `tasks/get`, `tasks/update` and `tasks/cancel` of the extension `io.modelcontextprotocol/tasks`. */
import type { Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { cancelTask } from '../../core/tasks/work/cancel-task.ts';
import { ownAnyTask } from './await-task.ts';
import type { McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-parts.ts';
import { inProtocol } from './protocol-error.ts';
import { detailedTask } from './task-handle.ts';

const params = z.looseObject({ taskId: z.string().max(100) });

export function addTaskMethods(server: Server, parts: McpDependencies, call: McpCall): void {
  const find = (taskId: string) => ownAnyTask(parts, call.token, taskId);
  const addMethod = (method: string, answer: (taskId: string) => Promise<Record<string, unknown>>) =>
    server.setRequestHandler(method, { params }, ({ taskId }) => inProtocol(call, () => answer(taskId)));
  addMethod('tasks/get', async taskId => detailedTask(parts, call, await find(taskId)));
  // No task of this server waits for input: prices are asked for before a task exists.
  addMethod('tasks/update', async taskId => {
    await find(taskId);
    return {};
  });
  addMethod('tasks/cancel', async taskId => {
    const { publicId, accountId, interface: kind } = await find(taskId);
    const { db, retentionHours } = parts;
    await cancelTask(db, { publicId, accountId, interface: kind, retentionHours });
    return {};
  });
}
