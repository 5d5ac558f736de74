/** The list of built-in engines: the only file that names them. To add an engine, add its folder and a line here. */
import type { Engine, PromptReader } from './engine.ts';
import { sketchPromptReader } from './sketch/prompt-reader.ts';
import { openSketchEngine } from './sketch/sketch-engine.ts';

/** An engine that comes with the product, not yet running. */
export interface BuiltInEngine {
  /** For processes that run no engine but serve the interfaces. The same one that the running engine has. */
  readonly promptReader?: PromptReader;
  /** `threads`: how many jobs it may work on at a time. */
  readonly open: (options: { readonly threads: number }) => Engine;
}

export const builtInEngines: readonly BuiltInEngine[] = [
  { promptReader: sketchPromptReader, open: openSketchEngine },
];
