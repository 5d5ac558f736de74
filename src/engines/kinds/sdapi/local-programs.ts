/**
 * Where the programs of this kind usually listen. Facts from their sources: AUTOMATIC1111
 * 1.10, Forge 2025, KoboldCpp 1.82.
 */
import { hasFields } from '../../contract/kind/program-sign.ts';
import type { LocalProgram } from '../../contract/kind/local-program.ts';

export const localPrograms: readonly LocalProgram[] = [
  {
    // The probe finds out which of them it is.
    title: 'Stable Diffusion web UI',
    engine: 'webui',
    // The second one that is started takes the next port.
    ports: [7860, 7861],
    sign: {
      path: '/sdapi/v1/options',
      isAnswer: answer => hasFields(answer, 'sd_model_checkpoint'),
    },
    settings: {},
    whenEmpty: {
      en: 'It has no checkpoints. Put one into its folder of models.',
      zh: '它没有模型。请将一个模型放入其模型文件夹。',
    },
  },
  {
    title: 'KoboldCpp',
    engine: 'koboldcpp',
    ports: [5001],
    sign: {
      path: '/api/extra/version',
      isAnswer: answer =>
        hasFields(answer, 'result') && (answer as { result: unknown }).result === 'KoboldCpp',
    },
    settings: { dialect: 'koboldcpp' },
    whenEmpty: {
      en: 'It has loaded no image model. Start it with --sdmodel.',
      zh: '它没有加载图片模型。请用 --sdmodel 启动它。',
    },
  },
];
