/** How the camera moves through a clip: for each depth, where the picture of it lies at a moment. */
import type { CameraMove } from '../reading.ts';
import type { Scene } from '../scene.ts';

/** Share of the picture that is painted beyond each edge, for the camera to move into. */
export const margin = 0.07;

export interface Placement {
  /** Enlargement about the middle of the picture. */
  readonly scale: number;
  /** Shift in picture units. */
  readonly x: number;
  readonly y: number;
}

/** `progress` 0 … 1 through the clip; `z` metres, Infinity for the sky. */
export type CameraPath = (progress: number, z: number) => Placement;

export function chooseCameraPath(scene: Scene): CameraPath {
  const move = scene.cameraMove ?? 'drift';
  const lead = Math.max(3, scene.things[0]?.z ?? scene.camera.altitude * 8);
  const side = scene.light.x < scene.aspect / 2 ? 1 : -1;
  return (progress, z) => {
    const near = z === Infinity ? 0 : lead / (lead + z * 0.8);
    const t = ease(progress);
    return paths[move]({ t, swing: t * 2 - 1, near, side, wide: margin * scene.aspect * 0.82 });
  };
}

interface Moment {
  readonly t: number;
  /** -1 … 1. */
  readonly swing: number;
  /** 0 for what is far, 1 at the lens. */
  readonly near: number;
  readonly side: number;
  /** The farthest the picture may shift sideways. */
  readonly wide: number;
}

const paths: Record<CameraMove | 'drift', (at: Moment) => Placement> = {
  static: () => ({ scale: 1, x: 0, y: 0 }),
  drift: ({ t, swing, near, side, wide }) => ({
    scale: 1 + t * 0.035 * (0.4 + near),
    x: side * swing * wide * (0.06 + 0.34 * near),
    y: 0,
  }),
  'pan-left': ({ swing, near, wide }) => ({ scale: 1, x: swing * wide * (0.72 + 0.26 * near), y: 0 }),
  'pan-right': ({ swing, near, wide }) => ({ scale: 1, x: -swing * wide * (0.72 + 0.26 * near), y: 0 }),
  'tilt-up': ({ swing, near }) => ({ scale: 1, x: 0, y: swing * margin * (0.72 + 0.2 * near) }),
  'tilt-down': ({ swing, near }) => ({ scale: 1, x: 0, y: -swing * margin * (0.72 + 0.2 * near) }),
  'zoom-in': ({ t }) => ({ scale: 1 + 0.22 * t, x: 0, y: 0 }),
  'zoom-out': ({ t }) => ({ scale: 1.22 - 0.22 * t, x: 0, y: 0 }),
  'dolly-in': ({ t, near }) => ({ scale: 1 + t * (0.05 + 0.26 * near), x: 0, y: 0 }),
  'dolly-out': ({ t, near }) => ({ scale: 1 + (1 - t) * (0.05 + 0.26 * near), x: 0, y: 0 }),
  orbit: ({ swing, near, wide }) => ({ scale: 1.03, x: swing * wide * (near - 0.45) * 1.1, y: 0 }),
};

/** Starts and ends gently. */
function ease(progress: number): number {
  const t = Math.max(0, Math.min(1, progress));
  return t * 0.6 + t * t * (3 - 2 * t) * 0.4;
}
