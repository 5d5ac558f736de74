/**
 * What programs answer that people run on their own machines, as far as discovery and probes ask. Shapes from
 * their documents and sources: Ollama 0.17, LM Studio 0.4, llama.cpp of 2026, KoboldCpp 1.82, LocalAI
 * 2026-11, LiteLLM 1.106, InvokeAI 6, SwarmUI 0.9, Draw Things, AUTOMATIC1111 1.10.
 */
import type { Answers } from './usual-ports.ts';

interface ProgramAnswers {
  readonly port: number;
  readonly answers: Answers;
}

const modelList = (owner: string, ...ids: readonly string[]) => ({
  object: 'list',
  data: ids.map(id => ({ id, object: 'model', created: 1, owned_by: owner })),
});

export const localPrograms = {
  ollama: {
    port: 11434,
    answers: {
      'GET /api/tags': {
        models: ['qwen3-vl:4b', 'llama3.2:3b', 'x/z-image-turbo'].map(name => ({ name, model: name })),
      },
      'GET /v1/models': modelList('library', 'qwen3-vl:4b'),
      'POST /api/show': { capabilities: ['completion', 'vision'] },
    },
  },
  'lm studio': {
    port: 1234,
    answers: {
      'GET /lmstudio-greeting': { lmstudio: true },
      'GET /v1/models': modelList(
        'organization_owner',
        'qwen/qwen3-vl-4b',
        'openai/gpt-oss-20b',
        'nomic-embed',
      ),
      'GET /api/v0/models': {
        object: 'list',
        data: [
          { id: 'qwen/qwen3-vl-4b', object: 'model', type: 'vlm', state: 'not-loaded' },
          { id: 'openai/gpt-oss-20b', object: 'model', type: 'llm', state: 'loaded' },
          { id: 'nomic-embed', object: 'model', type: 'embeddings', state: 'not-loaded' },
        ],
      },
      // It answers unknown paths, too.
      '*': { error: 'Unexpected endpoint or method. (GET /api/about)' },
    },
  },
  'llama.cpp': {
    port: 8080,
    answers: {
      'GET /props': {
        default_generation_settings: { n_ctx: 4096 },
        total_slots: 1,
        model_path: '/models/qwen3-vl-4b.gguf',
        modalities: { vision: true, audio: false },
        build_info: 'b7000-abcdef',
      },
      'GET /v1/models': {
        models: [{ name: 'qwen3-vl-4b.gguf', capabilities: ['completion', 'multimodal'] }],
        ...modelList('llamacpp', 'qwen3-vl-4b.gguf'),
      },
    },
  },
  koboldcpp: {
    port: 5001,
    answers: {
      'GET /api/extra/version': {
        result: 'KoboldCpp',
        version: '1.82',
        protected: false,
        txt2img: true,
        vision: false,
        transcribe: false,
      },
      'GET /sdapi/v1/options': { samples_format: 'png', sd_model_checkpoint: 'dreamshaper' },
      'GET /sdapi/v1/sd-models': [
        { title: 'dreamshaper', model_name: 'dreamshaper', hash: '8888888888', filename: 'dreamshaper' },
      ],
      'GET /v1/models': modelList('koboldcpp', 'koboldcpp/llama-3-8b'),
    },
  },
  localai: {
    port: 8080,
    answers: {
      'GET /.well-known/localai.json': { version: 'v4.2.0', endpoints: { models: '/v1/models' } },
      'GET /v1/models': {
        object: 'list',
        data: ['flux.2-klein', 'qwen3-vl-4b', 'whisper-1'].map(id => ({ id, object: 'model' })),
      },
      'GET /v1/models/capabilities': {
        object: 'list',
        data: [
          { id: 'flux.2-klein', object: 'model', capabilities: ['image'] },
          { id: 'qwen3-vl-4b', object: 'model', capabilities: ['chat', 'vision'] },
          { id: 'whisper-1', object: 'model', capabilities: ['transcript'] },
        ],
      },
    },
  },
  litellm: {
    port: 4000,
    answers: {
      'GET /health/liveliness': "I'm alive!",
      'GET /v1/models': modelList('openai', 'gpt-image-1', 'gpt-5'),
      'GET /model/info': {
        data: [
          { model_name: 'gpt-image-1', model_info: { mode: 'image_generation' } },
          { model_name: 'gpt-5', model_info: { mode: 'chat' } },
        ],
      },
    },
  },
  swarmui: {
    port: 7801,
    answers: {
      'POST /API/GetNewSession': { session_id: 'abc', user_id: 'local', version: '0.9.7', server_id: 'def' },
    },
  },
  invokeai: { port: 9090, answers: { 'GET /api/v1/app/version': { version: '6.9.0' } } },
  'draw things': {
    port: 7860,
    answers: { 'GET /': { model: 'flux_2_klein_4b_q6p.ckpt', sampler: 'Euler A Trailing', steps: 4 } },
  },
  'web UI without its API': {
    port: 7861,
    answers: { 'GET /internal/profile-startup': { total: 7.1, records: { 'import torch': 3.2 } } },
  },
} as const satisfies Readonly<Record<string, ProgramAnswers>>;
