/** The part of a scene that is filmed, with margins that the camera can move into. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { createStage, type Stage } from '../../paint/stage/stage.ts';
import type { Scene } from '../../scene/scene.ts';
import type { Margins, Placement } from '../motion/camera-path.ts';
import type { Frame } from '../../scene/picture.ts';

export interface FilmView {
  readonly width: number;
  readonly height: number;
  /** What the camera sees at rest. */
  readonly view: Stage;
  /** The view with margins, at the size of the painted layers. */
  readonly stage: Stage;
  /** Pixels of the stage left of and above the view. */
  readonly left: number;
  readonly top: number;
}

/** The part of the picture that fills a clip of this size, from its middle. */
export function filmedFrame(scene: Scene, size: { width: number; height: number; frame?: Frame }): Frame {
  const wholeFrame = size.frame ?? { x: 0, y: 0, width: scene.aspect, height: 1 };
  const unit = Math.max(size.width / wholeFrame.width, size.height / wholeFrame.height);
  const width = size.width / unit;
  const height = size.height / unit;
  return {
    x: wholeFrame.x + (wholeFrame.width - width) / 2,
    y: wholeFrame.y + (wholeFrame.height - height) / 2,
    width,
    height,
  };
}

export function filmView(
  scene: Scene,
  size: { width: number; height: number; frame: Frame; margins: Margins },
): FilmView {
  const { width, height, frame, margins } = size;
  const view = createStage(scene, { width, height, frame });
  // Margins are multiples of six, so that layers of every second or third pixel always use the same pixels.
  const pixels = (share: number) => (share < 1e-6 ? 0 : Math.ceil((share * height + 2) / 6) * 6);
  const left = pixels(margins.left);
  const top = pixels(margins.top);
  const stageWidth = width + left + pixels(margins.right);
  const stageHeight = height + top + pixels(margins.bottom);
  const { unit } = view;
  const stage = createStage(scene, {
    width: stageWidth,
    height: stageHeight,
    frame: {
      x: frame.x - left / unit,
      y: frame.y - top / unit,
      width: stageWidth / unit,
      height: stageHeight / unit,
    },
  });
  return { width, height, view, stage, left, top };
}

/** Sets the transform from pixels of the stage, or of the bare view, to pixels of the frame. */
export function setCameraTransform(
  context: SKRSContext2D,
  film: FilmView,
  place: { placement: Placement; bare?: boolean },
): void {
  const { width, height } = film;
  const { scale } = place.placement;
  const left = place.bare ? 0 : film.left;
  const top = place.bare ? 0 : film.top;
  const x = width / 2 + place.placement.x * height - (left + width / 2) * scale;
  const y = height / 2 + place.placement.y * height - (top + height / 2) * scale;
  context.setTransform(scale, 0, 0, scale, x, y);
}
