/** A server with chat models as a step engine. It answers questions, and makes nothing else. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { openHttpClient } from '../../adapter-kit/http/http-client.ts';
import { HeldAnswers } from '../../adapter-kit/answers/held-answers.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { openChat } from './ask-chat.ts';
import { chatSettings } from './chat-settings.ts';

const defaultSlots = 2;

export function openChatEngine(options: InstanceOptions): StepEngine {
  const { name, url = '', secret, slots = defaultSlots } = options;
  const settings = chatSettings.parse(options.settings);
  const client = openHttpClient({ url, secret });
  const ask = openChat({ client, url, settings });
  const answers = new HeldAnswers(options.spool);
  return {
    name,
    digitalSourceType: 'trainedAlgorithmicMedia',
    traits: {
      slots,
      local: true,
      afterUnknownStart: settings.paid ? 'never' : 'repeat',
      isPaid: settings.paid,
      canCancel: !settings.paid,
    },
    start: async (step, key, signal) => {
      if (step.primitive !== 'ask')
        throw new EngineError('engine_rejected', reason('questions_only'), { notStarted: true });
      const request = async (call: { signal: AbortSignal; onSent: () => void }) => {
        const { text, costMicros } = await ask({ step, ...call });
        return { files: [], texts: [text], ...(costMicros !== undefined && { costMicros }) };
      };
      return answers.start(key, request, signal);
    },
    ...answers.methods(),
    close: async () => {
      answers.close();
      client.close();
    },
  };
}
