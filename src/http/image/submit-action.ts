/** POST /mj/submit/action: a button of a finished task -> an upscale, a variation or a reroll. */
import { quote } from '../../billing/quote.ts';
import { AppError } from '../../errors.ts';
import { newSeed } from '../../lib/id.ts';
import { upscaledSize } from '../../prompt/picture-size.ts';
import { buttonsOf, type FollowUp } from '../../tasks/follow-ups.ts';
import { submitTask, type TaskRequest } from '../../tasks/submit-task.ts';
import { viewTask, type TaskView } from '../../tasks/task-view.ts';
import type { Token } from '../../accounts/tokens.ts';
import type { Call } from '../route.ts';
import { repeatOf, type SubmitParts } from '../submit.ts';
import { acceptedAnswer, refuseUnoffered } from './submit-answer.ts';
import { isGrid, tierOfPrefix, type ActionBody, type ImageWire } from './wire.ts';

export function submitAction(parts: SubmitParts) {
  return async ({ request, body, token, language }: Call<ActionBody>) => {
    refuseUnoffered(body);
    const parent = await finishedParent(parts, token, body.taskId);
    const followUp = pressed(parent, body.customId);
    const model = parts.catalogue.named(parent.model, 'image');
    const tier = tierOfPrefix(request.url) ?? parent.tier;
    const asked = askedFor(parent, followUp);
    const task: TaskRequest = {
      interface: 'image',
      accountId: token.accountId,
      tokenId: token.id,
      model,
      tier,
      ...asked,
      quote: quote(model.card, {
        parameters: { operation: asked.job.kind },
        tier,
        pictures: asked.job.kind === 'upscale' ? 1 : 4,
      }),
      wire: { ...wireOf(parent, followUp, body.state ?? null) },
      ...repeatOf(request, body),
    };
    return acceptedAnswer(await submitTask(parts.db, task, parts), language);
  };
}

/** Parents of others are as unknown as those that never were. */
async function finishedParent(parts: SubmitParts, token: Token, taskId: string): Promise<TaskView> {
  const parent = await viewTask(parts.db, taskId, 'image');
  if (parent?.accountId !== token.accountId) throw new AppError('parent_unknown', { task: taskId });
  if (parent.phase !== 'succeeded')
    throw new AppError('parent_not_ready', { task: taskId, phase: parent.phase });
  return parent;
}

function pressed(parent: TaskView, customId: string): FollowUp {
  const buttons = buttonsOf(isGrid(parent) ? 'grid' : 'picture', parent.id);
  const button = buttons.find(offered => offered.customId === customId);
  if (button) return button.followUp;
  const allowed = buttons.map(offered => offered.customId).join(', ') || '(none)';
  throw new AppError('button_unknown', { task: parent.publicId, customId, allowed });
}

/** The job, the task it starts from, and what makes a second press the same task. */
function askedFor(parent: TaskView, followUp: FollowUp): Pick<TaskRequest, 'job' | 'parent' | 'onceKey'> {
  const { taskId: _, model: __, candidate: parentCandidate, ...job } = parent.job;
  if (followUp.kind === 'upscale') {
    return {
      job: { ...job, kind: 'upscale', ...upscaledSize(job.version ?? '', job) },
      parent: { id: parent.id, candidate: followUp.candidate },
      onceKey: `upscale:${parent.id}:${followUp.candidate}`,
    };
  }
  if (followUp.kind === 'variation') {
    return {
      job: { ...job, kind: 'variation', seed: newSeed() },
      parent: { id: parent.id, candidate: followUp.candidate },
    };
  }
  // A reroll does what its parent did, with other dice: also for a variation, whose own parent is the one to start from.
  const again = { ...job, seed: newSeed() };
  return parent.parentId !== undefined && parentCandidate !== undefined
    ? { job: again, parent: { id: parent.parentId, candidate: parentCandidate } }
    : { job: again };
}

const verbs: Readonly<Record<FollowUp['kind'], string>> = { upscale: 'U', variation: 'V', reroll: 'R' };

function wireOf(parent: TaskView, followUp: FollowUp, state: string | null): ImageWire {
  const { prompt, finalPrompt, botType, action } = parent.wire as unknown as ImageWire;
  const index = followUp.kind === 'reroll' ? '' : followUp.candidate + 1;
  const actions: Readonly<Record<FollowUp['kind'], ImageWire['action']>> = {
    upscale: 'UPSCALE',
    variation: 'VARIATION',
    reroll: action,
  };
  const description = `/up ${parent.publicId} ${verbs[followUp.kind]}${index}`;
  return {
    action: actions[followUp.kind],
    prompt,
    finalPrompt,
    description,
    state,
    botType,
    parentId: parent.publicId,
  };
}
