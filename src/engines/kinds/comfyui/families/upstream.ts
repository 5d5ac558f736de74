/**
 * What `upstream` of a route names: a family of workflows and, after a colon, the model
 * file that its workflows load.
 */
import type { Families, Family } from './families.ts';

export interface Upstream {
  readonly family: Family;
  /** As the server lists it. Undefined means the one that the workflow names. */
  readonly file: string | undefined;
}

/** `sdxl`, or `sdxl:checkpoints/juggernaut.safetensors`. Returns undefined if there is no such family. */
export function readUpstream(upstream: string, families: Families): Upstream | undefined {
  const colon = upstream.indexOf(':');
  const family = families.get(colon < 0 ? upstream : upstream.slice(0, colon));
  return family && { family, file: colon < 0 ? undefined : upstream.slice(colon + 1).trim() };
}
