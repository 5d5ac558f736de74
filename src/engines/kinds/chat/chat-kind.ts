/**
 * The kind of servers with chat models that read pictures: llama.cpp, Ollama, vLLM, and
 * hosted ones with the same API.
 */
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { openChatEngine } from './chat-engine.ts';
import { chatSettings } from './chat-settings.ts';
import { localPrograms } from './local-programs.ts';
import { probeChat } from './probe-chat.ts';

export const chatKind: StepEngineKind = {
  kind: 'chat',
  title: 'Chat model',
  description: {
    en: 'A language model that describes images and shortens prompts, at any /v1/chat/completions API: llama.cpp, Ollama, vLLM, or a hosted one.',
    zh: '描述图片、精简提示词的语言模型，使用任意 /v1/chat/completions 接口：llama.cpp、Ollama、vLLM 或托管服务。',
  },
  address: 'required',
  secret: 'optional',
  settings: chatSettings,
  localPrograms,
  abilities: () => ({ ask: { most: 1 } }),
  openSteps: openChatEngine,
  probe: probeChat,
};
