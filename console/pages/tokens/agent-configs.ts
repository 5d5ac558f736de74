/** The settings of agents for /mcp, ready to copy, with the file in which each program keeps them. */

export interface AgentConfig {
  readonly program: 'Claude Code' | 'Cursor' | 'VS Code' | 'Claude Desktop';
  /** The path of the file that the code belongs to. Undefined if the code is a command for the terminal. */
  readonly file: string | undefined;
  readonly code: string;
  /** Set if the user must replace a placeholder by the folder of Kinora on the program's computer. */
  readonly hasFolder?: true;
}

const pretty = (value: object) => JSON.stringify(value, null, 2);

/** `origin` is the address of the server, without a slash at the end. */
export function agentConfigs(origin: string, key: string): readonly AgentConfig[] {
  const url = `${origin}/mcp`;
  const headers = { Authorization: `Bearer ${key}` };
  const env = { KINORA_URL: origin, KINORA_TOKEN: key };
  const process = { command: 'node', args: ['/path/to/kinora/bin/kinora.js', 'mcp'], env };
  return [
    {
      program: 'Claude Code',
      file: undefined,
      code: `claude mcp add --transport http kinora ${url} --header "Authorization: Bearer ${key}"`,
    },
    {
      program: 'Cursor',
      file: '~/.cursor/mcp.json',
      code: pretty({ mcpServers: { kinora: { url, headers } } }),
    },
    {
      program: 'VS Code',
      file: '.vscode/mcp.json',
      code: pretty({ servers: { kinora: { type: 'http', url, headers } } }),
    },
    {
      program: 'Claude Desktop',
      file: 'claude_desktop_config.json',
      code: pretty({ mcpServers: { kinora: process } }),
      hasFolder: true,
    },
  ];
}
