/** How a picture stands on a stage: how large, and how far its middle is from the stage's. */

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

/** All of it is seen; small pictures are not made larger than they are by more than twice. */
export function fitOf({ picture, stage }: Bounds): number {
  return Math.min(stage.width / picture.width, stage.height / picture.height, 2) || 1;
}

/** Down to the picture's own pixels. */
function maxScaleOf(bounds: Bounds): number {
  return Math.max(1, fitOf(bounds));
}

export function fitted(bounds: Bounds): Transform {
  return { scale: fitOf(bounds), x: 0, y: 0 };
}

export function isFitted({ scale }: Transform, bounds: Bounds): boolean {
  return scale <= fitOf(bounds) * 1.001;
}

/** `at`: the point that stays where it is, from the middle of the stage. */
export function zoomed(
  transform: Transform,
  { by, at }: { by: number; at: { x: number; y: number } },
  bounds: Bounds,
): Transform {
  const scale = Math.min(maxScaleOf(bounds), Math.max(fitOf(bounds), transform.scale * by));
  const share = scale / transform.scale;
  return withinBounds(
    { scale, x: at.x - (at.x - transform.x) * share, y: at.y - (at.y - transform.y) * share },
    bounds,
  );
}

export function moved(transform: Transform, by: { x: number; y: number }, bounds: Bounds): Transform {
  return withinBounds({ ...transform, x: transform.x + by.x, y: transform.y + by.y }, bounds);
}

/** No edge of the picture comes further in than the stage's, unless the picture is smaller. */
function withinBounds({ scale, x, y }: Transform, { picture, stage }: Bounds): Transform {
  const maxOffset = (pixels: number, room: number) => Math.max(0, (pixels * scale - room) / 2);
  const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) + 0;
  return {
    scale,
    x: within(x, maxOffset(picture.width, stage.width)),
    y: within(y, maxOffset(picture.height, stage.height)),
  };
}

/** To the actual size around a point, and back. */
export function toggled(transform: Transform, at: { x: number; y: number }, bounds: Bounds): Transform {
  return isFitted(transform, bounds)
    ? zoomed(transform, { by: maxScaleOf(bounds) / transform.scale, at }, bounds)
    : fitted(bounds);
}
