/**
 * A model card for an engine whose kind does not describe its models: from what the
 * engine offers for one of them.
 */
import { basename } from 'node:path/posix';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { EngineSettings } from '../../../engines/contract/kind/engine-settings.ts';
import type { ProposedCard } from '../../../engines/contract/kind/proposed-card.ts';
import { clipParameters } from '@kinora/shared/models/clip-parameters';

/** Returns undefined if the engine can do nothing with the model. */
export function proposeOffer(
  kind: Pick<EngineKind, 'offer'>,
  upstream: string,
  settings: EngineSettings,
): ProposedCard | undefined {
  const { jobs } = kind.offer(upstream, settings);
  if (jobs.length === 0) return undefined;
  const isVideo = jobs.every(job => job === 'clip');
  return {
    kind: isVideo ? 'video' : 'image',
    name: proposeName(upstream),
    description: '',
    parameters: isVideo ? (clipParameters as ProposedCard['parameters']) : {},
    references: {},
    settings,
    notes: [],
  };
}

/** Proposes a name: `dreams v2` for `SDXL/dreams_v2.safetensors`, and for `family:file` that of the file. */
function proposeName(upstream: string): string {
  const file = basename(upstream.slice(upstream.indexOf(':') + 1).replaceAll('\\', '/'));
  const stem = file.replace(/\.(?:safetensors|sft|ckpt|pth?|bin|gguf|onnx)$/i, '');
  return stem.replaceAll(/[\s_]+/g, ' ').trim() || upstream;
}
