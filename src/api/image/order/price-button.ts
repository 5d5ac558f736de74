/** Computes the price of a button from the order that pressing it would place. */
import type { GroupRules } from '../../../core/accounts/tokens.ts';
import { AppError } from '@kinora/shared/errors/errors';
import type { Micros } from '@kinora/shared/money';
import type { ModelScope } from '../../../core/catalogue/models/usable-models.ts';
import type { ParsedPrompt } from '@kinora/shared/prompt/parsed-prompt';
import { expandPrompt } from '@kinora/shared/prompt/permutations';
import { candidateSize } from '@kinora/shared/prompt/picture-size';
import type { Button } from '../wire/buttons.ts';
import type { TaskInput } from '../../../core/tasks/task.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import { defaultClipSize, defaultClip } from './clip-order.ts';
import { followUpOrder } from './follow-up-order.ts';
import { needsModal, proposedPrompt } from './modal.ts';
import { promptAddresses, engineParameters, readPrompt, type Order } from './order.ts';
import { chooseDefaultVersion } from './place-order.ts';
import { promptUse } from './prompt-use.ts';
import { quoteOrder } from './quote-order.ts';
import { readImageWire } from '../wire/image-wire.ts';

export type PriceDependencies = Pick<SubmitDependencies, 'catalogue' | 'defaultVersion'>;

/** The user who would press it. */
export interface Presser extends ModelScope {
  readonly groupRules: ModelScope['groupRules'] & Pick<GroupRules, 'factorMicros' | 'defaultVersion'>;
}

interface PressedButton {
  readonly parent: TaskView;
  readonly button: Button;
  readonly token: Presser;
}

type PriceableOrder = Pick<Order, 'job' | 'tier' | 'model' | 'parentModel' | 'isReshaped' | 'parameters'>;

/**
 * The price of a button, for a modal with the proposed prompt. Returns undefined if it is unknown
 * or the button cannot be used.
 */
export function priceOfButton(
  parts: PriceDependencies,
  { parent, button, token }: PressedButton,
): Micros | undefined {
  try {
    return priceableOrders(parts, { parent, button, token })?.reduce((sum, order) => {
      const { tier = parent.tier } = order;
      return sum + quoteOrder(parts, token, { order, tier }).amountMicros;
    }, 0n);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function priceableOrders(parts: PriceDependencies, press: PressedButton): PriceableOrder[] | undefined {
  const { parent, button } = press;
  const { followUp } = button;
  switch (followUp.kind) {
    case 'bookmark':
      return [];
    case 'use-text':
      return ordersFromTexts(parts, press, [proposedPrompt(parent, followUp)]);
    case 'use-all-texts':
      return ordersFromTexts(parts, press, parent.texts);
    default: {
      const prompt = needsModal(followUp, false) ? proposedPrompt(parent, followUp) : '';
      return [followUpOrder({ parent, button, mask, ...(prompt && { prompt }) })];
    }
  }
}

/** Stands for any mask, because the mask does not affect the price. */
const mask: TaskInput = { role: 'mask', storageKey: '', contentType: 'image/png', width: 1, height: 1 };

/**
 * Reads the job of a prompt as submit-imagine.ts does, but without fetching pictures. Returns undefined if
 * pictures determine the size.
 */
function ordersFromTexts(
  parts: PriceDependencies,
  { parent, token }: PressedButton,
  texts: readonly string[],
): PriceableOrder[] | undefined {
  const { botType } = readImageWire(parent);
  const version = chooseDefaultVersion(parts, token, { botType });
  const orders: PriceableOrder[] = [];
  for (const text of texts) {
    const use = promptUse(parts, token, { text, version });
    const expansion = expandPrompt(text, use);
    if (!expansion.ok) return undefined;
    for (const words of expansion.prompts) {
      const prompt = readPrompt(words, version, use);
      const isSizedByPicture =
        prompt.edits.length > 0 || (prompt.video && promptAddresses(prompt).length > 0);
      if (isSizedByPicture) return undefined;
      for (let turn = 0; turn < prompt.repeat; turn++)
        orders.push({ job: toJob(prompt), model: prompt.model, tier: prompt.tier ?? parent.tier });
    }
  }
  return orders;
}

function toJob(prompt: ParsedPrompt): Order['job'] {
  const look = { ...engineParameters(prompt), prompt: prompt.text, seed: 0 };
  const { version, aspect, video } = prompt;
  if (!video) return { ...look, kind: 'grid', ...candidateSize(version, aspect, prompt) };
  const { batch = defaultClip.clips } = video;
  return {
    ...look,
    kind: 'clip',
    ...defaultClipSize(candidateSize(version, aspect, {}), 480),
    ...defaultClip,
    clips: batch,
  };
}
