/**
 * Programs that answer on the usual ports and that no kind of engine can use as they are, with what to do.
 * Facts from their documents and sources: InvokeAI 6, SwarmUI 0.9, Draw Things of 2026, AUTOMATIC1111 1.10.
 */
import type { Texts } from '../../../engines/contract/kind/texts.ts';
import { hasFields } from '../../../engines/contract/kind/program-sign.ts';
import type { ListeningProgram } from '../../../engines/contract/kind/local-program.ts';

export interface OtherProgram extends ListeningProgram {
  /** Why it cannot be used, and what to do. */
  readonly reason: Texts;
}

export const otherPrograms: readonly OtherProgram[] = [
  {
    title: 'SwarmUI',
    ports: [7801],
    sign: {
      path: '/API/GetNewSession',
      body: {},
      isAnswer: answer => hasFields(answer, 'session_id', 'version'),
    },
    reason: {
      en: 'Kinora does not speak its API, but uses the ComfyUI that it starts for itself, usually on port 7821. It is listed here if it runs.',
      zh: 'Kinora 不支持其接口，但可以使用它自行启动的 ComfyUI，端口通常为 7821。若其正在运行，也会列在此处。',
    },
  },
  {
    title: 'InvokeAI',
    ports: [9090],
    sign: { path: '/api/v1/app/version', isAnswer: answer => hasFields(answer, 'version') },
    reason: {
      en: 'Kinora has no kind of engine for its API yet.',
      zh: 'Kinora 尚无支持其接口的引擎类型。',
    },
  },
  {
    title: 'Draw Things',
    ports: [7860],
    // Its server names its settings there, and has none of the lists of other web UIs.
    sign: { path: '/', isAnswer: answer => hasFields(answer, 'model', 'sampler', 'steps') },
    reason: {
      en: 'Its HTTP server does not list its models, so that Kinora cannot check it. Kinora has no kind of engine for it yet.',
      zh: '其 HTTP 服务器不列出模型，Kinora 无法检查。Kinora 尚无支持它的引擎类型。',
    },
  },
  {
    title: 'Stable Diffusion web UI',
    ports: [7860, 7861],
    sign: { path: '/internal/profile-startup', isAnswer: answer => hasFields(answer, 'total', 'records') },
    reason: {
      en: 'Its API is off. Start it with --api, then search again.',
      zh: '其 API 未开启。请用 --api 启动它，然后再次查找。',
    },
  },
];

/** Another installation of this product, or this one: it is asked for on every port. */
export const kinoraSign = {
  path: '/api/about',
  isAnswer: (answer: unknown) => hasFields(answer, 'default_version', 'set_up'),
} as const;
