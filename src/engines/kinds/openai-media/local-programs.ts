/**
 * Where servers of this kind usually listen. Facts from their documents: LocalAI
 * 2026-11, Ollama 0.17, LiteLLM 1.106.
 */
import { hasFields } from '../../contract/kind/program-sign.ts';
import type { LocalProgram } from '../../contract/kind/local-program.ts';

export const localPrograms: readonly LocalProgram[] = [
  {
    title: 'LocalAI',
    engine: 'localai',
    ports: [8080],
    sign: { path: '/.well-known/localai.json', isAnswer: answer => hasFields(answer, 'endpoints') },
    settings: { dialect: 'localai', paid: false },
    whenEmpty: {
      en: 'It has no model that makes images. Install one from its gallery.',
      zh: '它没有可以生成图片的模型。请从其模型库安装一个。',
    },
  },
  {
    title: 'Ollama',
    engine: 'ollama-images',
    ports: [11434],
    sign: { path: '/api/tags', isAnswer: answer => hasFields(answer, 'models') },
    // Its API for images is experimental: one image a request, without seed and negative prompt.
    settings: { paid: false, most: 1, negative: false },
    whenEmpty: {
      en: 'It has no model that makes images. Some builds of Ollama can pull one, such as x/z-image-turbo.',
      zh: '它没有可以生成图片的模型。部分版本的 Ollama 可以下载，例如 x/z-image-turbo。',
    },
  },
  {
    title: 'LiteLLM',
    engine: 'litellm',
    ports: [4000],
    sign: { path: '/health/liveliness', isAnswer: answer => /^I'm alive!$/.test(String(answer)) },
    settings: { dialect: 'litellm', negative: false },
    whenEmpty: {
      en: 'Its configuration has no model that makes images.',
      zh: '其配置中没有可以生成图片的模型。',
    },
  },
];
