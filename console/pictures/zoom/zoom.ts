/** The transform of a picture on a stage: its scale, and the offset of its center from the stage's center. */

export interface Transform {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface Area {
  readonly width: number;
  readonly height: number;
}

export interface Bounds {
  readonly picture: Area;
  readonly stage: Area;
}

/** Fits the whole picture. Small pictures are enlarged to at most twice their size. */
export function fitScale({ picture, stage }: Bounds): number {
  return Math.min(stage.width / picture.width, stage.height / picture.height, 2) || 1;
}

/** The maximum scale: the actual size, or the fitted size if that is larger. */
function maxScale(bounds: Bounds): number {
  return Math.max(1, fitScale(bounds));
}

export function fitTransform(bounds: Bounds): Transform {
  return { scale: fitScale(bounds), x: 0, y: 0 };
}

export function isFitted({ scale }: Transform, bounds: Bounds): boolean {
  return scale <= fitScale(bounds) * 1.001;
}

/** `at`: the point that stays fixed, relative to the center of the stage. */
export function zoomTransform(
  transform: Transform,
  { by, at }: { by: number; at: { x: number; y: number } },
  bounds: Bounds,
): Transform {
  const scale = Math.min(maxScale(bounds), Math.max(fitScale(bounds), transform.scale * by));
  const share = scale / transform.scale;
  return withinBounds(
    { scale, x: at.x - (at.x - transform.x) * share, y: at.y - (at.y - transform.y) * share },
    bounds,
  );
}

export function moveTransform(
  transform: Transform,
  offset: { x: number; y: number },
  bounds: Bounds,
): Transform {
  return withinBounds({ ...transform, x: transform.x + offset.x, y: transform.y + offset.y }, bounds);
}

/** Keeps the edges of the picture outside of the stage, unless the picture is smaller. */
function withinBounds({ scale, x, y }: Transform, { picture, stage }: Bounds): Transform {
  const maxOffset = (pixels: number, room: number) => Math.max(0, (pixels * scale - room) / 2);
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) + 0;
  return {
    scale,
    x: clamp(x, maxOffset(picture.width, stage.width)),
    y: clamp(y, maxOffset(picture.height, stage.height)),
  };
}

/** Toggles between fitted and actual size around a point. */
export function toggleTransform(
  transform: Transform,
  point: { x: number; y: number },
  bounds: Bounds,
): Transform {
  return isFitted(transform, bounds)
    ? zoomTransform(transform, { by: maxScale(bounds) / transform.scale, at: point }, bounds)
    : fitTransform(bounds);
}
