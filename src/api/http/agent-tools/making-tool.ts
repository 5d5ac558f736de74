/**
 * A tool with which agents create tasks. The interface of the tasks defines the tool, because the meaning of
 * a request depends on it. The code of /mcp (src/api/mcp) lists the tools, waits for their tasks and writes
 * the results.
 */
import type { Micros } from '@kinora/shared/money';
import type { z } from 'zod';
import type { Token } from '../../../core/accounts/tokens.ts';
import type { Call } from '../route.ts';
import type { IdempotencyContext, PlacedTask } from '../tasks/place-task.ts';

/** Arguments as the agent sends them, after the check by the shape of the offer. */
export type ToolArguments = Readonly<Record<string, unknown>>;

export interface MakingTool {
  readonly name: string;
  /** Its arguments by the names that fields of its interface have, for errors of that interface. */
  readonly argumentOf?: Readonly<Record<string, string>>;
  /** Describes the tool for a token. Returns undefined if the token can use none of its models. */
  offer(token: Token): ToolOffer | undefined;
  /**
   * Creates the task, or finds the one of an earlier equal call that was lost. Throws
   * AppError; then nothing is charged.
   */
  place(call: ToolCall): Promise<PlacedTask>;
}

/** The description of a tool for an agent, which gets no other information about it. */
export interface ToolOffer {
  readonly title: string;
  readonly description: string;
  /** A strict object: other arguments are rejected by name. */
  readonly arguments: z.ZodType<ToolArguments>;
}

export interface ToolCall extends Call<ToolArguments> {
  readonly idempotency: IdempotencyContext;
  /** Called with the price before anything is submitted. Throws if a person must agree to it first. */
  readonly approve: (priceMicros: Micros) => void;
  /** The program that calls, such as `claude-code`. */
  readonly client: string | undefined;
}
