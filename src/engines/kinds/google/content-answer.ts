/** What `generateContent` answers: pictures, words, or why there are none. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import { type HttpClient, type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';

const partShape = z.object({
  text: z.string().nullish(),
  /**
   * Whether the part is a thought of the model, which may be a draft image. It is no result, unless there is
   * nothing else.
   */
  thought: z.boolean().nullish(),
  inlineData: z.object({ mimeType: z.string().nullish(), data: z.string() }).nullish(),
});

const answerShape = z.object({
  candidates: z
    .array(
      z.object({
        content: z.object({ parts: z.array(partShape).nullish() }).nullish(),
        finishReason: z.string().nullish(),
        finishMessage: z.string().nullish(),
      }),
    )
    .nullish(),
  promptFeedback: z
    .object({ blockReason: z.string().nullish(), blockReasonMessage: z.string().nullish() })
    .nullish(),
});

/** Reasons to end that are about the contents, of the prompt or of what was made. */
const refusalCodes = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);

export interface Content {
  /** Encoded. */
  readonly pictures: readonly Uint8Array[];
  readonly text: string;
  /** Whether it ended because the answer is too long. */
  readonly isCut: boolean;
  /** Why it ended, in the words of the provider. Empty if it ended normally. */
  readonly reason: string;
}

/** Throws `content_refused` if there is nothing because of the contents. */
export function readContent(answer: HttpResponse, client: HttpClient): Content {
  const { candidates, promptFeedback } = readJson(answer, answerShape);
  const candidate = candidates?.[0];
  const all = candidate?.content?.parts ?? [];
  const parts = all.filter(({ thought }) => !thought);
  const drafts = picturesIn(all.filter(({ thought }) => thought));
  const text = parts.map(part => part.text ?? '').join('');
  const { finishReason, finishMessage } = candidate ?? {};
  const { blockReason, blockReasonMessage } = promptFeedback ?? {};
  const blockCode = blockReason ?? (refusalCodes.has(finishReason ?? '') ? finishReason : undefined);
  const finishedPictures = picturesIn(parts);
  // The last draft is the finished picture. Some models and gateways send it only once, with its mark.
  const pictures = finishedPictures.length > 0 || blockCode ? finishedPictures : drafts.slice(-1);
  if (blockCode && pictures.length === 0) {
    const message = client.clean(blockReasonMessage ?? finishMessage ?? '');
    throw new EngineError('content_refused', reason('refused', { said: message || blockCode }));
  }
  const ending = finishReason === 'STOP' ? [finishMessage] : [finishReason, finishMessage];
  const isCut = finishReason === 'MAX_TOKENS';
  return { pictures, text, isCut, reason: client.clean(ending.filter(Boolean).join(': ')) };
}

function picturesIn(parts: readonly z.infer<typeof partShape>[]): Uint8Array[] {
  return parts.flatMap(({ inlineData }) =>
    inlineData ? [new Uint8Array(Buffer.from(inlineData.data, 'base64'))] : [],
  );
}
