/** The tools that create tasks of the video interface. */
import type { MakingTool } from '../../http/agent-tools/making-tool.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import { generateVideo } from './generate-video.ts';

export function videoTools(parts: WaitingDependencies): readonly MakingTool[] {
  return [generateVideo(parts)];
}
