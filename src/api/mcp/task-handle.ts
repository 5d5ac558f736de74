/**
 * A task as the extension `io.modelcontextprotocol/tasks` writes it: a handle instead
 * of a result, and its states.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { TaskView } from '../../core/tasks/read/task-view.ts';
import { isEnded } from '../../core/tasks/task.ts';
import type { McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-parts.ts';
import { taskResult } from './task-result.ts';

export const tasksExtension = 'io.modelcontextprotocol/tasks';

export function isOpen({ phase }: TaskView): boolean {
  return !isEnded(phase);
}

/** The result of a call whose task continues. */
export function taskHandle(parts: McpDependencies, task: TaskView): CallToolResult {
  return { resultType: 'task', ...toTaskState(parts, task) } as unknown as CallToolResult;
}

/**
 * The response to `tasks/get`. A generation that failed is a completed call whose result contains the
 * failure.
 */
export async function detailedTask(
  parts: McpDependencies,
  call: McpCall,
  task: TaskView,
): Promise<Record<string, unknown>> {
  const state = toTaskState(parts, task);
  if (state.status !== 'completed') return { ...state };
  return { ...state, result: { resultType: 'complete', ...(await taskResult(parts, call, task)) } };
}

function toTaskState({ catalogue }: McpDependencies, task: TaskView) {
  const { publicId, createdAt, startedAt, finishedAt, expiresAt, phase, progress, model } = task;
  const isCancelled = phase === 'cancelled';
  const status = isCancelled ? 'cancelled' : isEnded(phase) ? 'completed' : 'working';
  const lifetimeMs = expiresAt ? expiresAt.getTime() - createdAt.getTime() : null;
  return {
    taskId: publicId,
    status,
    ...(status === 'working' && { statusMessage: phase === 'queued' ? 'Queued' : `${progress} %` }),
    createdAt: createdAt.toISOString(),
    lastUpdatedAt: (finishedAt ?? startedAt ?? createdAt).toISOString(),
    ttlMs: lifetimeMs,
    pollIntervalMs: catalogue.pollAfterMs(model),
  } as const;
}
