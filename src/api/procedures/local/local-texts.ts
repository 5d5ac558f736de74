/** Texts about local models, in both languages. */
import { fillText, type Language } from '@kinora/shared/errors/errors';
import type { Fit, FitReason } from '../../../core/local-models/fit.ts';

const fitTexts: Readonly<Record<FitReason, { readonly en: string; readonly zh: string }>> = {
  fit_card: {
    en: 'Its weights fit into the memory of {card} ({memory} GB).',
    zh: '权重可完整放入 {card} 的显存（{memory} GB）。',
  },
  fit_card_low: {
    en: '{card} has {memory} GB: some weights wait in main memory, which takes longer.',
    zh: '{card} 有 {memory} GB 显存：部分权重暂存于内存，速度较慢。',
  },
  fit_card_unknown: {
    en: 'The memory of {card} is not known. It needs {needed} GB.',
    zh: '无法得知 {card} 的显存大小。需要 {needed} GB。',
  },
  fit_processor: { en: 'It needs no graphics card.', zh: '无需显卡。' },
  fit_processor_slow: {
    en: 'It runs on the processor: minutes for each image.',
    zh: '在处理器上运行：每张图片需要数分钟。',
  },
  fit_needs_card: {
    en: 'It needs a graphics card with {needed} GB, and none was found.',
    zh: '需要 {needed} GB 显存的显卡，但未找到显卡。',
  },
  fit_needs_larger_card: {
    en: 'It needs a graphics card with {needed} GB. {card} has {memory} GB.',
    zh: '需要 {needed} GB 显存的显卡。{card} 有 {memory} GB。',
  },
  fit_needs_memory: {
    en: 'It needs {needed} GB of memory. This machine has {memory} GB.',
    zh: '需要 {needed} GB 内存。本机有 {memory} GB。',
  },
  fit_needs_disk: {
    en: 'It needs {needed} GB of free disk space. {free} GB are free.',
    zh: '需要 {needed} GB 可用磁盘空间，剩余 {free} GB。',
  },
  fit_needs_program: {
    en: 'There is no ready-made program for {system}. Build stable-diffusion.cpp and name it with --program.',
    zh: '没有适用于 {system} 的现成程序。请构建 stable-diffusion.cpp，并用 --program 指定。',
  },
};

export function fitText({ reason, details }: Fit, language: Language): string {
  return fillText(fitTexts[reason][language], details, language);
}
