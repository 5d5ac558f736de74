/**
 * The tool `generate_video` for tokens of video groups: clips from words and images, and clips from clips.
 */
import { AppError } from '@kinora/shared/errors/errors';
import { referenceFields, type ReferenceField } from '@kinora/shared/models/model-card';
import { z } from 'zod';
import type { Token } from '../../../core/accounts/tokens.ts';
import type { Model } from '../../../core/catalogue/models/catalogue.ts';
import { usableModels } from '../../../core/catalogue/models/usable-models.ts';
import { checkOffer } from '../../../core/tasks/submit/check-offer.ts';
import { placeTask } from '../../http/tasks/place-task.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import { modelArgument, paidArguments, parameterArguments } from '../../http/agent-tools/card-arguments.ts';
import type { MakingTool, ToolCall, ToolOffer } from '../../http/agent-tools/making-tool.ts';
import { pricesText } from '../../http/agent-tools/prices-text.ts';
import { createBody, type CreateBody } from '../bodies.ts';
import { extendClip, findClip, remixClip } from '../change-video.ts';
import { clipPlacement, readClip, type NewClip } from '../create-video.ts';

export function generateVideo(parts: WaitingDependencies): MakingTool {
  return {
    name: 'generate_video',
    argumentOf: { video: 'task' },
    offer: token => describeOffer(parts, token),
    place: call => {
      const placing = clipPlacement(parts, { ...call, body: {} }, async () => {
        const clip = await read(parts, call);
        checkOffer(parts, clip);
        call.approve(clip.quote.amountMicros);
        return clip;
      });
      return placeTask(parts, call, { ...placing, idempotency: call.idempotency });
    },
  };
}

interface Change {
  readonly task?: string;
  readonly action?: 'remix' | 'extend';
  readonly prompt?: string;
  readonly seconds?: string | number;
}

async function read(parts: WaitingDependencies, { body, token }: ToolCall): Promise<NewClip> {
  const { request_key: _, task, action, ...fields } = body as Change & { request_key?: string };
  const { prompt, seconds } = fields;
  if (task === undefined) {
    if (action !== undefined) throw new AppError('edit_unclear', { arguments: 'task' });
    if (prompt === undefined) throw new AppError('edit_unclear', { arguments: 'prompt' });
    return readClip(parts, { body: fields as CreateBody, token });
  }
  rejectMore(fields, action ?? 'remix');
  const parent = await findClip(parts, { token }, task);
  if (action === 'extend') return extendClip(parts, { body: { prompt, seconds }, token }, parent);
  if (prompt === undefined) throw new AppError('edit_unclear', { arguments: 'prompt' });
  return remixClip(parts, { body: { prompt }, token }, parent);
}

/** Rejects fields that a clip from a clip does not take. Everything else is as in the other clip. */
function rejectMore(fields: object, action: 'remix' | 'extend'): void {
  const allowedFields = action === 'extend' ? ['prompt', 'seconds'] : ['prompt'];
  const rejectedField = Object.entries(fields).find(
    ([name, value]) => value !== undefined && !allowedFields.includes(name),
  );
  if (!rejectedField) return;
  throw new AppError('argument_unfit', {
    argument: rejectedField[0],
    other: `task (${action})`,
    allowed: allowedFields.join(', '),
  });
}

const shared = ['model', 'prompt', 'task', 'action', 'request_key', ...referenceFields];

function describeOffer(
  { catalogue, currency, defaultVideoModel }: WaitingDependencies,
  token: Token,
): ToolOffer | undefined {
  if (token.kind !== 'video') return undefined;
  const models = usableModels(catalogue, token);
  if (models.length === 0) return undefined;
  const { size, tier } = createBody.shape;
  const isExtendable = models.some(({ card }) => card.longestSeconds !== undefined);
  const actions = isExtendable ? (['remix', 'extend'] as const) : (['remix'] as const);
  return {
    title: 'Generate a clip',
    description: `Generates a clip from a prompt and, on models that take them, from images. With "task": the same clip with another prompt${isExtendable ? ', or a longer one (action "extend")' : ''}. Waits up to 45 seconds; if the clip takes longer, the result has the ID of its task; then call get_task. ${pricesText(models, token, currency)}`,
    arguments: z.strictObject({
      prompt: z.string().min(1).max(6000).optional().describe('What happens in the clip, in any words.'),
      model: modelArgument(models, `Default: ${defaultVideoModel}.`),
      size,
      tier,
      ...parameterArguments(models, shared),
      ...referenceArguments(models),
      task: z.string().min(1).max(100).optional().describe('The ID of a finished clip to start from.'),
      action: z.enum(actions).optional().describe('What to do with the clip of the task. Default: remix.'),
      ...paidArguments,
    }),
  };
}

const meanings: Readonly<Record<ReferenceField, string>> = {
  input_reference: 'The first frame',
  first_frame: 'The first frame',
  last_frame: 'The last frame',
  reference_images: 'What appears in the clip',
};

const picture = z.string().trim().min(1);

/** The images that at least one of the models takes. */
function referenceArguments(models: readonly Model[]): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    referenceFields.flatMap(field => {
      const taking = models.filter(({ card }) => card.references[field]);
      if (taking.length === 0) return [];
      const maxImages = Math.max(...taking.map(({ card }) => card.references[field]?.max ?? 1));
      const restriction =
        taking.length < models.length ? ` Only for ${taking.map(({ card }) => card.id).join(', ')}.` : '';
      const shape = maxImages > 1 ? z.array(picture).min(1).max(maxImages) : picture;
      const form = 'as an https address or a data URL (data:image/png;base64,…)';
      return [[field, shape.optional().describe(`${meanings[field]}, ${form}.${restriction}`)] as const];
    }),
  );
}
