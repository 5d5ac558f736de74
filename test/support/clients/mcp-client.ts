/** The official client of the protocol, in either of its generations. */
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { atEnd } from '../servers/clean-up.ts';

/** The one of the revision 2026-07-28, and the one of the revisions before, which begins with a handshake. */
export const generations = ['modern', 'legacy'] as const;
export type Generation = (typeof generations)[number];

export interface McpAccess {
  readonly url: string;
  readonly key: string;
  readonly generation?: Generation;
  readonly name?: string;
  readonly options?: ClientOptions;
}

/** Closed when the tests of the file have ended. */
export async function connectMcp({
  url,
  key,
  generation = 'modern',
  name = 'test-agent',
  options = {},
}: McpAccess): Promise<Client> {
  const mode = generation === 'modern' ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client({ name, version: '1.0.0' }, {
    ...options,
    versionNegotiation: { mode },
  } as ClientOptions);
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  atEnd(() => client.close());
  return client;
}

/** A task as tools return it. */
export interface ToolRecord {
  readonly task: string;
  readonly status: string;
  readonly kind: string;
  readonly prompt: string;
  readonly seed?: number;
  readonly parent?: string;
  readonly images?: readonly { readonly url: string }[];
  readonly clips?: readonly { readonly url: string; readonly seconds: number }[];
  readonly texts?: readonly string[];
  readonly price: { readonly amount: string; readonly charged?: string };
  readonly next?: readonly {
    readonly tool: string;
    readonly arguments: Record<string, unknown>;
    readonly needs?: readonly string[];
    readonly label: string;
    readonly price?: string;
  }[];
}

export function readRecord({ structuredContent }: { readonly structuredContent?: unknown }): ToolRecord {
  return structuredContent as ToolRecord;
}

/** What programs read of an error. */
export function readError({ _meta }: { readonly _meta?: Readonly<Record<string, unknown>> | undefined }) {
  return _meta?.['kinora/error'] as
    | { readonly code: string; readonly message: string; readonly param?: string }
    | undefined;
}
