/** The kinds of engines that come with the product: the only file that names them. To add one, add its folder and a line here. */
import type { EngineKind } from './engine-kind.ts';
import { sketchKind } from './sketch/sketch-kind.ts';

/** `threads`: how many jobs an engine that runs on this machine works on at the same time, unless the instance sets it. */
export function engineKinds({ engineThreads }: { readonly engineThreads: number }): readonly EngineKind[] {
  return [sketchKind(engineThreads)];
}
