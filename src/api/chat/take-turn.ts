/** One turn of a conversation: a task, or words that cost nothing. */
import { AppError } from '@kinora/shared/errors/errors';
import { errorIn } from '../http/reply/openai-error.ts';
import type { Call } from '../http/route.ts';
import { placeTask, type PlacedTask } from '../http/tasks/place-task.ts';
import type { WaitingDependencies } from '../http/tasks/waiting-parts.ts';
import type { PlacedBody } from '../image/openai/bodies.ts';
import { modelsToOffer, type OfferDependencies } from '../image/order/models-to-offer.ts';
import { toPlacement } from '../image/openai/place-request.ts';
import { asAddresses } from '../image/openai/read-fields.ts';
import { modelIn } from '../image/openai/read-order.ts';
import type { DeliveredForm } from '../image/wire/image-wire.ts';
import { clipPlacement } from '../video/create-video.ts';
import { introduction, isGreeting } from './answer.ts';
import { readClipChat } from './clip-chat.ts';
import { readConversation, type ChatRequest } from './conversation.ts';
import { housekeepingAnswer } from './housekeeping.ts';
import { readImageChat } from './image-chat.ts';

export type Turn = { readonly text: string } | PlacedTask;

export interface Chat {
  readonly chat: ChatRequest;
  /** How the client wants its images. Default: as addresses. */
  readonly delivery?: DeliveredForm;
}

/** Throws AppError for what can be neither made nor answered. */
export async function takeTurn(
  parts: WaitingDependencies,
  call: Call<PlacedBody & { readonly stream?: boolean | null | undefined }>,
  { chat, delivery = asAddresses }: Chat,
): Promise<Turn> {
  const answerText = writeFreeAnswer(parts, call, chat);
  if (answerText !== undefined) return { text: answerText };
  // Runs before anything is paid for.
  if (call.body.stream) parts.streams.count(call.reply, call.token.accountId);
  const placing = place(parts, call, { chat, delivery });
  return placing.catch((error: unknown) => answerUnclear(error, call));
}

/** A token makes images or clips, by its group. */
function place(parts: WaitingDependencies, call: Call<PlacedBody>, { chat, delivery }: Required<Chat>) {
  if (call.token.kind === 'video')
    return placeTask(
      parts,
      call,
      clipPlacement(parts, call, () => readClipChat(parts, call, chat)),
    );
  const request = {
    delivery: { ...delivery, stream: undefined },
    read: () => readImageChat(parts, call, chat),
  };
  return placeTask(parts, call, toPlacement(parts, call, request));
}

/**
 * An answer that costs nothing. Returns undefined if the message asks for images or clips. Throws AppError
 * `model_unknown`, as a prompt would.
 */
function writeFreeAnswer(
  parts: OfferDependencies,
  { token, language }: Pick<Call, 'token' | 'language'>,
  { messages, model, format, wantsWords = false }: ChatRequest,
): string | undefined {
  const answer = housekeepingAnswer(messages, format);
  if (answer !== undefined) return answer;
  const { request } = readConversation(messages);
  if (!wantsWords && (!isGreeting(request.text) || request.images.length > 0)) return undefined;
  const [first] = modelsToOffer(parts, token);
  const usableModel = modelIn(parts, { model, token });
  return introduction(usableModel ?? first?.card.name ?? 'Kinora', token.kind, language);
}

/** A prompt that no model understands is answered in words, as a person would. Throws every other error. */
function answerUnclear(error: unknown, { language }: Pick<Call, 'language'>): { readonly text: string } {
  const isUnclear =
    error instanceof AppError && ['prompt_not_understood', 'prompt_empty'].includes(error.code);
  if (!isUnclear) throw error;
  return { text: errorIn(error, language).message };
}
