/** The server of one request: what it offers, and which part answers which method. */
import type * as ServerSdk from '@modelcontextprotocol/server';
import packageJson from '../../../package.json' with { type: 'json' };
import { callTool } from './call-tool.ts';
import { listTools } from './list-tools.ts';
import type { McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-parts.ts';
import { getPrompt, prompts } from './prompts.ts';
import { inProtocol } from './protocol-error.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';
import { tasksExtension } from './task-handle.ts';
import { addTaskMethods } from './task-methods.ts';
import { viewExtension } from './view/result-page.ts';

const instructions = `Kinora generates images and clips. Calls cost money: each description names prices, and get_balance says what is left.
generate_image and generate_video wait up to 45 seconds. If the result has the status "queued" or "running", call get_task with its ID until the status is "completed".
A result lists in "next" which calls continue from it, with their prices. Show people the images by their URLs.`;

/** Lists differ by token and change with the models of the server. */
const minute = { ttlMs: 60_000, cacheScope: 'private' } as const;
const cacheHints = {
  'tools/list': minute,
  'prompts/list': minute,
  'resources/templates/list': minute,
  'server/discover': minute,
} as const;

const capabilities = {
  tools: {},
  resources: {},
  prompts: {},
  extensions: { [tasksExtension]: {}, [viewExtension]: {} },
} as const;

const info = { name: 'kinora', title: 'Kinora', version: packageJson.version } as const;

export function openMcpServer(sdk: Pick<typeof ServerSdk, 'Server'>, parts: McpDependencies) {
  return (call: McpCall): ServerSdk.Server => {
    const server = new sdk.Server(info, { capabilities, instructions, cacheHints });
    // What the client can do is known when a message is read.
    const callNow = (): McpCall => ({ ...call, ...abilities(server.getClientCapabilities()) });
    server.setRequestHandler('tools/list', async () => ({ tools: listTools(parts, call.token) }));
    server.setRequestHandler('tools/call', (request, context) =>
      callTool(parts, { call: callNow(), context }, request.params),
    );
    server.setRequestHandler('prompts/list', async () => ({ prompts: [...prompts] }));
    server.setRequestHandler('prompts/get', ({ params }) =>
      inProtocol(call, async () => getPrompt(params.name, params.arguments)),
    );
    server.setRequestHandler('resources/list', async () => ({
      resources: await inProtocol(call, () => listResources(parts, call)),
    }));
    server.setRequestHandler('resources/templates/list', async () => ({
      resourceTemplates: [...resourceTemplates],
    }));
    server.setRequestHandler('resources/read', ({ params }) =>
      inProtocol(call, () => readResource(parts, call, params.uri)),
    );
    addTaskMethods(server, parts, call);
    return server;
  };
}

function abilities(client: ReturnType<ServerSdk.Server['getClientCapabilities']>) {
  const { elicitation, extensions } = client ?? {};
  return {
    // No mode means forms, as in the first revision that had it.
    canAsk: elicitation !== undefined && ('form' in elicitation || !('url' in elicitation)),
    knowsTasks: extensions?.[tasksExtension] !== undefined,
  };
}
