/**
 * A tool that only reads, or that ends a task. The interfaces define the tools that create tasks
 * (http/agent-tools/making-tool.ts).
 */
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { ToolArguments } from '../http/agent-tools/making-tool.ts';
import type { McpMessage } from './mcp-call.ts';

export interface Tool<Arguments extends ToolArguments = ToolArguments> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A strict object. */
  readonly arguments: z.ZodType<Arguments>;
  readonly output: z.ZodType;
  readonly annotations: ToolAnnotations;
  /** Declared as a method, so that a tool with specific arguments is a `Tool`. Throws AppError. */
  run(message: McpMessage, values: Arguments): Promise<CallToolResult>;
}

/** Creates a tool and checks the type of its arguments. */
export function tool<Arguments extends ToolArguments>(definition: Tool<Arguments>): Tool {
  return definition as unknown as Tool;
}

/** Reads only, also when repeated. */
export const reads: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
