/** The tools that a token can use, in a fixed order, with schemas made from the models that it can use. */
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Token } from '../../core/accounts/tokens.ts';
import { agentTask } from '../records/agent-task.ts';
import type { McpDependencies } from './mcp-parts.ts';
import type { Tool } from './tool.ts';
import { readingTools } from './reading-tools.ts';
import { viewMeta } from './view/result-page.ts';

export function listTools(parts: McpDependencies, token: Token): ListedTool[] {
  const makers = parts.makers.flatMap(({ name, offer }) => {
    const toolOffer = offer(token);
    const viewFields = name === 'describe_image' ? {} : { _meta: viewMeta };
    return toolOffer ? [{ name, ...toolOffer, output: agentTask, annotations: makes, ...viewFields }] : [];
  });
  const listings: readonly ToolListing[] = [...makers, ...readingTools(parts)];
  return listings.map(({ name, title, description, annotations, _meta, ...shapes }) => ({
    name,
    title,
    description,
    inputSchema: toJsonSchema(shapes.arguments, 'input'),
    outputSchema: toJsonSchema(shapes.output, 'output'),
    annotations: { title, ...annotations },
    ...(_meta && { _meta }),
  }));
}

interface ToolListing extends Omit<Tool, 'run'> {
  readonly _meta?: Record<string, unknown>;
}

/** Each call makes something new and costs money, but destroys nothing. */
const makes = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };

function toJsonSchema(shape: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  // Each shape describes an object.
  return schema as ListedTool['inputSchema'];
}
