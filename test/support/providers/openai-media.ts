/** Engines of media servers with the interfaces of OpenAI, for tests of their adapter. */
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { openAiMediaKind } from '../../../src/engines/kinds/openai-media/openai-media-kind.ts';
import { openAiMediaSettings } from '../../../src/engines/kinds/openai-media/settings.ts';
import { openMemorySpool } from '../engines/memory-spool.ts';

export type Settings = Partial<ReturnType<typeof openAiMediaSettings.parse>>;

export function optionsAt({ url }: { url: string }, settings: Settings = {}, secret?: string) {
  const parsed = openAiMediaSettings.parse({ paid: false, makes: 'both', ...settings });
  return { name: 'painter', url, secret, slots: undefined, settings: parsed, spool: openMemorySpool() };
}

export const mediaKind = openAiMediaKind(openResultFiles({ allowedNetworks: ['127.0.0.1'] }));

export const openAt = (...options: Parameters<typeof optionsAt>) =>
  mediaKind.openSteps(optionsAt(...options));
