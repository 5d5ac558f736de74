/**
 * The consent of a person to a price above what the token may spend by itself. The program of the agent asks (elicitation), and sends the
 * call again with the answer and a state, which binds the answer to this call, this price and this key. So one answer allows one price once
 * asked for, not another.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { calendarNow } from '@kinora/shared/clock';
import { AppError } from '@kinora/shared/errors/errors';
import { formatMicros, type Micros } from '@kinora/shared/money';
import type { McpCall, McpMessage } from './mcp-call.ts';

/** Thrown where a price is known, before anything is submitted. */
export class ApprovalNeeded extends Error {
  readonly priceMicros: Micros;

  constructor(priceMicros: Micros) {
    super('a person must agree to the price');
    this.name = 'ApprovalNeeded';
    this.priceMicros = priceMicros;
  }
}

export interface Approval {
  readonly tool: string;
  /** Identifies the tool and its arguments. */
  readonly requestHash: string;
  readonly currency: string;
}

const key = 'price';
const validMs = 15 * 60_000;

/** Throws ApprovalNeeded, or AppError `approval_needed` or `approval_declined`. */
export function approvePrice(
  { call, context }: McpMessage,
  { requestHash, currency }: Approval,
  priceMicros: Micros,
): void {
  const { askAboveMicros } = call.token;
  if (askAboveMicros === null || priceMicros <= askAboveMicros) return;
  const amount = formatMicros(priceMicros);
  const answer = context.mcpReq.inputResponses?.[key] as Answer | undefined;
  const isSame = isState(context.mcpReq.requestState(), call, { requestHash, priceMicros });
  if (answer && isSame) {
    if (answer.action === 'accept' && answer.content?.['allow'] !== false) return;
    throw new AppError('approval_declined', { amount, currency });
  }
  if (!call.canAsk)
    throw new AppError('approval_needed', { amount, currency, limit: formatMicros(askAboveMicros) });
  throw new ApprovalNeeded(priceMicros);
}

interface Answer {
  readonly action?: unknown;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** The result that makes the program ask. A type of the SDK for older clients, which never get it. */
export function askPrice(
  { call }: McpMessage,
  { tool, requestHash, currency }: Approval,
  { priceMicros }: ApprovalNeeded,
): CallToolResult {
  const limit = formatMicros(call.token.askAboveMicros ?? 0n);
  const message = `${tool} costs ${formatMicros(priceMicros)} ${currency}. This token allows ${limit} ${currency} without asking. Allow it?`;
  const result: InputRequiredResult = {
    resultType: 'input_required',
    inputRequests: {
      [key]: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message,
          requestedSchema: {
            type: 'object',
            properties: { allow: { type: 'boolean', title: 'Allow this price', default: true } },
          },
        },
      },
    },
    requestState: newState(call, { requestHash, priceMicros }, calendarNow() + validMs),
  };
  return result as unknown as CallToolResult;
}

interface Bound {
  readonly requestHash: string;
  readonly priceMicros: Micros;
}

function newState(call: McpCall, { requestHash, priceMicros }: Bound, untilMs: number): string {
  // The key of the caller is the secret: the server knows it again with each request, on every node, and stores nothing.
  const secret = call.request.headers.authorization ?? call.token.id;
  const signed = createHmac('sha256', secret)
    .update(`${call.token.id} ${requestHash} ${priceMicros} ${untilMs}`)
    .digest('base64url');
  return `${untilMs}.${signed}`;
}

function isState(state: unknown, call: McpCall, bound: Bound): boolean {
  if (typeof state !== 'string') return false;
  const untilMs = Number(state.split('.')[0]);
  if (!(untilMs > calendarNow())) return false;
  const [given, expected] = [state, newState(call, bound, untilMs)].map(text => Buffer.from(text));
  return (
    given !== undefined &&
    expected !== undefined &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  );
}
