/**
 * Where servers with chat models usually listen. Facts from their sources and documents: Ollama 0.17, LM
 * Studio 0.4, llama.cpp of 2026, KoboldCpp 1.82, LocalAI 2026-11.
 */
import { hasFields } from '../../contract/kind/program-sign.ts';
import type { LocalProgram } from '../../contract/kind/local-program.ts';

const whenEmpty = {
  en: 'It has no model that accepts images, so it cannot describe any. Give it a vision model, such as Qwen3-VL.',
  zh: '它没有可以接收图片的模型，因此无法描述图片。请为它添加视觉模型，例如 Qwen3-VL。',
};

export const localPrograms: readonly LocalProgram[] = [
  {
    title: 'Ollama',
    engine: 'ollama',
    ports: [11434],
    sign: { path: '/api/tags', isAnswer: answer => hasFields(answer, 'models') },
    settings: { thinking: 'off_effort' },
    whenEmpty,
  },
  {
    title: 'LM Studio',
    engine: 'lm-studio',
    ports: [1234],
    // It answers unknown paths with status 200, too.
    sign: { path: '/lmstudio-greeting', isAnswer: answer => hasFields(answer, 'lmstudio') },
    settings: {},
    whenEmpty,
  },
  {
    title: 'KoboldCpp',
    engine: 'koboldcpp-words',
    ports: [5001],
    sign: {
      path: '/api/extra/version',
      isAnswer: answer =>
        hasFields(answer, 'result') && (answer as { result: unknown }).result === 'KoboldCpp',
    },
    settings: {},
    whenEmpty: {
      en: 'Its chat model does not accept images. Start it with --mmproj.',
      zh: '它的对话模型不接收图片。请用 --mmproj 启动它。',
    },
  },
  {
    title: 'llama.cpp',
    engine: 'llama-cpp',
    ports: [8080],
    sign: { path: '/props', isAnswer: answer => hasFields(answer, 'default_generation_settings') },
    settings: {},
    whenEmpty: {
      en: 'Its model does not accept images, so it cannot describe any. Start it with --mmproj.',
      zh: '它的模型不接收图片，因此无法描述图片。请用 --mmproj 启动它。',
    },
  },
  {
    title: 'LocalAI',
    engine: 'localai-words',
    ports: [8080],
    sign: { path: '/.well-known/localai.json', isAnswer: answer => hasFields(answer, 'endpoints') },
    settings: {},
    whenEmpty,
  },
];
