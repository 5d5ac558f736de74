/** Calls a tool that creates a task, and waits for its result. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { scopedKey, scopeOfToken } from '../../core/tasks/task-scope.ts';
import type { Keyed } from '../http/tasks/placed-task.ts';
import { idempotencyOf } from '../http/tasks/submit.ts';
import type { MakingTool, ToolArguments } from '../http/tools/making-tool.ts';
import { ApprovalNeeded, approvePrice, askPrice } from './approval.ts';
import { awaitTask } from './await-task.ts';
import type { McpCall, McpMessage } from './mcp-call.ts';
import type { McpParts } from './mcp-parts.ts';
import { taskResult } from './task-result.ts';
import { isOpen, taskHandle } from './task-handle.ts';

interface Making {
  readonly maker: MakingTool;
  readonly values: ToolArguments;
}

export async function make(
  parts: McpParts,
  message: McpMessage,
  { maker, values }: Making,
): Promise<CallToolResult> {
  const { call } = message;
  const keyed = keyedBy(call, maker.name, values);
  const approval = { ...keyed, tool: maker.name, currency: parts.currency };
  try {
    const { publicId } = await maker.place({
      ...call,
      body: values,
      keyed,
      approve: priceMicros => approvePrice(message, approval, priceMicros),
    });
    // A client that knows tasks gets one at once, and asks for it when it likes.
    const seconds = call.knowsTasks ? 0 : undefined;
    const task = await awaitTask(parts, message, { publicId, ...(seconds !== undefined && { seconds }) });
    return call.knowsTasks && isOpen(task) ? taskHandle(parts, task) : taskResult(parts, call, task);
  } catch (error) {
    if (error instanceof ApprovalNeeded) return askPrice(message, approval, error);
    throw error;
  }
}

/** What makes a call a repeat of another one: its tool and arguments, or the key that the agent gives. */
function keyedBy(call: McpCall, tool: string, values: ToolArguments): Keyed {
  const { requestHash } = idempotencyOf(call, { tool, values });
  const { request_key: key } = values;
  return typeof key === 'string'
    ? { requestHash, idempotencyKey: scopedKey(scopeOfToken(call.token), `mcp:${key}`) }
    : { requestHash };
}
