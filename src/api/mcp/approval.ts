/**
 * The consent of a person to a price above what the token may spend by itself. The program of the agent asks
 * (elicitation), and sends the call again with the answer and a state, which binds the answer to this call,
 * this price and this key. Each question has a state of its own, and the task that it allows has a key made
 * of it (make.ts), so that one consent pays for one task, however often it is sent.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { calendarNow } from '@kinora/shared/clock';
import { AppError } from '@kinora/shared/errors/errors';
import { formatMicros, type Micros } from '@kinora/shared/money';
import { newSecret } from '../../platform/lib/id.ts';
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
    requestState: signedState(
      call,
      { requestHash, priceMicros },
      `${calendarNow() + validMs}.${newSecret()}`,
    ),
  };
  return result as unknown as CallToolResult;
}

interface ApprovedRequest {
  readonly requestHash: string;
  readonly priceMicros: Micros;
}

/** Signs a question of consent. `question` contains the time when its consent ends, and a random text. */
function signedState(call: McpCall, { requestHash, priceMicros }: ApprovedRequest, question: string): string {
  // The key of the caller is the secret: the server knows it again with each request, on
  // every node, and stores nothing.
  const secret = call.request.headers.authorization ?? call.token.id;
  const signed = createHmac('sha256', secret)
    .update(`${call.token.id} ${requestHash} ${priceMicros} ${question}`)
    .digest('base64url');
  return `${question}.${signed}`;
}

function isState(state: unknown, call: McpCall, approvedRequest: ApprovedRequest): boolean {
  if (typeof state !== 'string') return false;
  const [until = '', random = ''] = state.split('.');
  if (!(Number(until) > calendarNow())) return false;
  const [stateBytes, expected] = [state, signedState(call, approvedRequest, `${until}.${random}`)].map(text =>
    Buffer.from(text),
  );
  return (
    stateBytes !== undefined &&
    expected !== undefined &&
    stateBytes.length === expected.length &&
    timingSafeEqual(stateBytes, expected)
  );
}
