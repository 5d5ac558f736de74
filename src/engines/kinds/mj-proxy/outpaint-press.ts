/** The button that extends a picture beyond its edges: pan, zoom out, or make square. */
import { reason } from '@kinora/shared/errors/reason';
import type { EngineJob } from '../../contract/engine-job.ts';
import type { Frame } from '../../../media/picture/frame.ts';
import { toRatio } from './aspect-ratio.ts';
import type { Dialect } from './dialects.ts';
import { isReshaped, type Press, readStartSize } from './press.ts';
import { joinFlags, shapeFlag } from './prompt-text.ts';
import { unable } from './recipe.ts';

interface Wish {
  /** The words as they are sent if they have changed. */
  readonly words: string;
  readonly isRemix: boolean;
  readonly dialect: Dialect;
}

export function outpaintPress(job: EngineJob, request: Wish): Press {
  const { frame } = job;
  if (!frame) throw unable(reason('extension_unknown'));
  const direction = panDirection(frame);
  if (direction) return panPress(job, direction, request);
  const zoom = Math.min(frame.width, frame.height);
  const isOther = isReshaped(job);
  if (!request.isRemix && !isOther && isNear(zoom, 2)) return outpaint('Zoom Out 2x', 50);
  if (!request.isRemix && !isOther && isNear(zoom, 1.5)) return outpaint('Zoom Out 1.5x', 75);
  if (!request.isRemix && isNear(zoom, 1) && toRatio(job) === '1:1') return outpaint('Make Square', 100);
  const shape = isOther ? `--ar ${toRatio(job)}` : !request.dialect.keepsShape && shapeFlag(job);
  return {
    name: 'Custom Zoom',
    id: /^MJ::CustomZoom::/i,
    of: 'picture',
    isRemix: false,
    prompt: joinFlags([request.words, shape, `--zoom ${Math.round(zoom * 100) / 100}`]),
  };
}

function outpaint(name: string, percent: number): Press {
  return { name, id: new RegExp(`^MJ::Outpaint::${percent}::`, 'i'), of: 'picture', isRemix: false };
}

function panPress(job: EngineJob, direction: string, { words, isRemix, dialect }: Wish): Press {
  const shape = !dialect.keepsShape && shapeFlag(readStartSize(job) ?? job);
  return {
    name: `Pan ${direction}`,
    id: new RegExp(`^MJ::JOB::pan_${direction}::`, 'i'),
    of: 'picture',
    isRemix,
    ...(isRemix && { prompt: joinFlags([words, shape]) }),
  };
}

/** A pan grows one side only. */
function panDirection({ x, y, width, height }: Frame): 'left' | 'right' | 'up' | 'down' | undefined {
  if (isNear(height, 1) && isNear(y + 1, 1) && width > 1) {
    if (isNear(x + 1, 1)) return 'right';
    return isNear(x + width, 1) ? 'left' : undefined;
  }
  if (!(isNear(width, 1) && isNear(x + 1, 1) && height > 1)) return undefined;
  if (isNear(y + 1, 1)) return 'down';
  return isNear(y + height, 1) ? 'up' : undefined;
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.01;
}
