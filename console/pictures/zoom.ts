/** How a picture stands on a stage: how large, and how far its middle is from the stage's. */

export interface Stand {
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
function mostOf(bounds: Bounds): number {
  return Math.max(1, fitOf(bounds));
}

export function fitted(bounds: Bounds): Stand {
  return { scale: fitOf(bounds), x: 0, y: 0 };
}

export function isFitted({ scale }: Stand, bounds: Bounds): boolean {
  return scale <= fitOf(bounds) * 1.001;
}

/** `at`: the point that stays where it is, from the middle of the stage. */
export function zoomed(
  stand: Stand,
  { by, at }: { by: number; at: { x: number; y: number } },
  bounds: Bounds,
): Stand {
  const scale = Math.min(mostOf(bounds), Math.max(fitOf(bounds), stand.scale * by));
  const share = scale / stand.scale;
  return kept({ scale, x: at.x - (at.x - stand.x) * share, y: at.y - (at.y - stand.y) * share }, bounds);
}

export function moved(stand: Stand, by: { x: number; y: number }, bounds: Bounds): Stand {
  return kept({ ...stand, x: stand.x + by.x, y: stand.y + by.y }, bounds);
}

/** No edge of the picture comes further in than the stage's, unless the picture is smaller. */
function kept({ scale, x, y }: Stand, { picture, stage }: Bounds): Stand {
  const most = (pixels: number, room: number) => Math.max(0, (pixels * scale - room) / 2);
  const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) + 0;
  return {
    scale,
    x: within(x, most(picture.width, stage.width)),
    y: within(y, most(picture.height, stage.height)),
  };
}

/** To the actual size around a point, and back. */
export function toggled(stand: Stand, at: { x: number; y: number }, bounds: Bounds): Stand {
  return isFitted(stand, bounds)
    ? zoomed(stand, { by: mostOf(bounds) / stand.scale, at }, bounds)
    : fitted(bounds);
}
