/** The tools that create tasks of the image interface. */
import type { MakingTool } from '../../http/agent-tools/making-tool.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import { describeImage } from './describe-image.ts';
import { editImage } from './edit-image.ts';
import { generateImage } from './generate-image.ts';
import { makeClip } from './make-clip.ts';

export function imageTools(parts: WaitingDependencies): readonly MakingTool[] {
  return [generateImage(parts), editImage(parts), makeClip(parts), describeImage(parts)];
}
