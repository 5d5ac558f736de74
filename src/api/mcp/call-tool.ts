/**
 * Calls a tool. A call that cannot be carried out has a result that explains why and what is allowed, so
 * that the agent can correct it.
 */
import type { CallToolRequestParams, CallToolResult } from '@modelcontextprotocol/server';
import { AppError } from '@kinora/shared/errors/errors';
import { ClientGoneError } from '../http/request/client-gone.ts';
import { parseWith } from '../http/request/parse-with.ts';
import { errorResult } from './error-result.ts';
import { make, type MakeCall } from './make.ts';
import { nameArguments } from './name-arguments.ts';
import type { McpMessage } from './mcp-call.ts';
import type { McpDependencies } from './mcp-parts.ts';
import { readingTools } from './reading-tools.ts';

export async function callTool(
  parts: McpDependencies,
  message: McpMessage,
  { name, arguments: sentArguments = {} }: CallToolRequestParams,
): Promise<CallToolResult> {
  const { call } = message;
  const values = asMeant(sentArguments);
  try {
    const reader = readingTools(parts).find(each => each.name === name);
    if (reader) return await reader.run(message, parseWith(reader.arguments, values));
    const maker = parts.makers.find(each => each.name === name && each.offer(call.token));
    const offer = maker?.offer(call.token);
    if (!maker || !offer)
      throw new AppError('tool_unknown', { tool: name, allowed: toolNames(parts, call.token) });
    return await makeNamed(parts, message, { maker, values: parseWith(offer.arguments, values) });
  } catch (error) {
    if (error instanceof ClientGoneError) throw error;
    if (error instanceof AppError && error.code !== 'internal') return errorResult(error, call.language);
    call.request.log.error({ err: error, tool: name }, 'a tool failed');
    return errorResult(new AppError('internal'), call.language);
  }
}

async function makeNamed(
  parts: McpDependencies,
  message: McpMessage,
  making: MakeCall,
): Promise<CallToolResult> {
  try {
    return await make(parts, message, making);
  } catch (error) {
    throw error instanceof AppError ? nameArguments(error, making) : error;
  }
}

/**
 * Corrects values: models write null for what they leave out, and programs that guess types make numbers of
 * the digits of an ID.
 */
function asMeant(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { task } = values;
  const normalizedValues = Number.isSafeInteger(task) ? { ...values, task: String(task) } : values;
  return Object.fromEntries(Object.entries(normalizedValues).filter(([, value]) => value !== null));
}

function toolNames(parts: McpDependencies, token: McpMessage['call']['token']): string {
  const makers = parts.makers.filter(({ offer }) => offer(token) !== undefined);
  return [...makers, ...readingTools(parts)].map(({ name }) => name).join(', ');
}
