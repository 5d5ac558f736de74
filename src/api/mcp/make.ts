/** Calls a tool that creates a task, and waits for its result. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { scopedKey, scopeOfToken } from '../../core/tasks/task-scope.ts';
import type { IdempotencyContext } from '../http/tasks/place-task.ts';
import { hashOfRequest } from '../http/tasks/submit.ts';
import type { MakingTool, ToolArguments } from '../http/agent-tools/making-tool.ts';
import { sha256 } from '../../platform/lib/id.ts';
import { ApprovalNeeded, approvePrice, askPrice } from './approval.ts';
import { awaitTask } from './await-task.ts';
import type { McpMessage } from './mcp-call.ts';
import type { McpDependencies } from './mcp-parts.ts';
import { taskResult } from './task-result.ts';
import { isOpen, taskHandle } from './task-handle.ts';

export interface MakeCall {
  readonly maker: MakingTool;
  readonly values: ToolArguments;
}

export async function make(
  parts: McpDependencies,
  message: McpMessage,
  { maker, values }: MakeCall,
): Promise<CallToolResult> {
  const { call } = message;
  const idempotency = toolIdempotency(message, { maker, values });
  const approval = { ...idempotency, tool: maker.name, currency: parts.currency };
  try {
    const { publicId } = await maker.place({
      ...call,
      body: values,
      idempotency,
      approve: priceMicros => approvePrice(message, approval, priceMicros),
    });
    // A client that knows tasks gets one immediately, and asks for it when it likes.
    const seconds = call.knowsTasks ? 0 : undefined;
    const task = await awaitTask(parts, message, { publicId, ...(seconds !== undefined && { seconds }) });
    return call.knowsTasks && isOpen(task) ? taskHandle(parts, task) : taskResult(parts, call, task);
  } catch (error) {
    if (error instanceof ApprovalNeeded) return askPrice(message, approval, error);
    throw error;
  }
}

/**
 * Returns what makes a call a repeat of another one: its tool and arguments, or the key that the agent gives.
 * A call with the consent of a person has the state of the question as its key, because a consent allows one
 * task: every repeat gets this task.
 */
function toolIdempotency({ call, context }: McpMessage, { maker, values }: MakeCall): IdempotencyContext {
  const requestHash = hashOfRequest(call.request, { tool: maker.name, values });
  const { request_key: key } = values;
  const state = context.mcpReq.requestState();
  const scope = scopeOfToken(call.token);
  if (typeof key === 'string') return { requestHash, idempotencyKey: scopedKey(scope, `mcp:${key}`) };
  if (typeof state !== 'string') return { requestHash };
  const consentKey = sha256(`${state} ${requestHash}`).toString('hex');
  return { requestHash, idempotencyKey: scopedKey(scope, `mcp-consent:${consentKey}`) };
}
