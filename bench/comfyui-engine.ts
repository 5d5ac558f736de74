/**
 * The ComfyUI adapter with workflows for any model: pictures by a sampler with previews, and a
 * fixed answer to every question.
 */
import { comfyuiKindWith } from '../src/engines/kinds/comfyui/comfyui-kind.ts';
import { comfyuiSettings } from '../src/engines/kinds/comfyui/comfyui-settings.ts';
import { type Family, shippedFamilies } from '../src/engines/kinds/comfyui/families/families.ts';
import type { Engine } from '../src/engines/contract/engine.ts';
import { plannedKind } from '../src/engines/planner/planned-kind.ts';
import { stillFamilies } from '../test/support/comfyui/still-family.ts';
import { openMemorySpool } from '../test/support/engines/memory-spool.ts';

export interface ComfyuiOptions {
  readonly name: string;
  readonly url: string;
  /** Each is a family of its own, because that is what an engine without routes looks for. */
  readonly models: readonly string[];
}

export function openComfyui({ name, url, models }: ComfyuiOptions): Engine {
  const families = new Map(models.map(model => [model, family()] as const));
  const { open } = plannedKind(comfyuiKindWith(families));
  const settings = comfyuiSettings.parse({});
  return open({ name, url, secret: undefined, settings, slots: undefined, spool: openMemorySpool() });
}

function family(): Family {
  const pictures = shippedFamilies.get('sdxl') as Family;
  const answers = stillFamilies.get('still') as Family;
  const { generate } = pictures.abilities;
  const { ask } = answers.abilities;
  return {
    abilities: { ...(generate && { generate }), ...(ask && { ask }) },
    chooseWorkflow: step => (step.primitive === 'ask' ? answers : pictures).chooseWorkflow(step),
  };
}
