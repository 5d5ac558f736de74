/** The call of a request to /mcp: its HTTP request, and the message in it. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Call } from '../http/route.ts';

export interface McpCall extends Call {
  /** The program that calls, such as `claude-code`. Undefined if it has not sent it. */
  readonly client: string | undefined;
  /**
   * Whether the program can ask a person (elicitation). Older clients cannot over a connection without
   * sessions.
   */
  readonly canAsk: boolean;
  /** Whether the program accepts a task instead of a result. */
  readonly knowsTasks: boolean;
}

/** One message of a request. Older clients may send several in one request. */
export interface McpMessage {
  readonly call: McpCall;
  readonly context: ServerContext;
}
