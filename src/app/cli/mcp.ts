/**
 * kinora mcp: the tools of a running server over standard input and output, for programs that
 * start their tools as processes.
 */
import { createInterface } from 'node:readline';
import { ConfigError, loadConfig } from '../../platform/config/config.ts';
import { withoutSlashes } from '../../platform/lib/text/without-slashes.ts';
import { openMcpForwarder } from './mcp-forwarder.ts';
import { exitCodes, UsageError, type Command, type CommandInput } from './command.ts';

const defaultUrl = 'http://127.0.0.1:4040';

export const mcp: Command = {
  name: 'mcp',
  description: 'Serve the tools of a running server to an agent over standard input and output (MCP).',
  options: {
    url: { type: 'string', description: `Address of the server (or KINORA_URL). Default: ${defaultUrl}.` },
    token: { type: 'string', description: 'Token of an image or video group (or KINORA_TOKEN).' },
  },
  run: ({ flags }) => forward(flags),
};

/** The command without options, and without the rest of the command line. Returns the exit code. */
export async function forwardMessages(): Promise<number> {
  try {
    return await forward({});
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return exitCodes.usage;
  }
}

async function forward(flags: CommandInput['flags']): Promise<number> {
  const { url = defaultUrl, token } = loadConfig().client;
  const key = flags['token'] ?? token;
  if (typeof key !== 'string' || key === '')
    throw new UsageError(
      'Missing token. Set KINORA_TOKEN, or use --token. Create one with: kinora token create',
    );
  const forwarder = openMcpForwarder({
    url: `${withoutSlashes(String(flags['url'] ?? url))}/mcp`,
    key,
    write: message => process.stdout.write(`${JSON.stringify(message)}\n`),
  });
  for await (const line of createInterface({ input: process.stdin })) forwarder.receive(line);
  // The program has closed its end: what it still waits for is cancelled there.
  await forwarder.close();
  return exitCodes.ok;
}
