/**
 * Makes a scene that approximates a picture from elsewhere: its place, time of day,
 * light, horizon, colors and style.
 */
import { composeScene } from '../compose/compose-scene.ts';
import type { Reading } from '../scene/reading.ts';
import type { Scene } from '../scene/scene.ts';
import { analyzePicture, type PictureFacts } from './analyze-picture.ts';
import { paletteTowards } from './take-colors.ts';

/**
 * The scene has no things, because those of the picture exist only as pixels. The
 * same bytes give the same scene.
 */
export async function findScene(bytes: Uint8Array): Promise<Scene> {
  return composeFoundScene(await analyzePicture(bytes));
}

export function composeFoundScene(facts: PictureFacts): Scene {
  const { aspect, horizon, light } = facts;
  const height = 1000;
  const scene = composeScene(toReading(facts), {
    seed: deriveSceneSeed(facts),
    candidate: 0,
    width: aspect * height,
    height,
  });
  return {
    ...matchView(scene, facts, 1),
    camera: { ...scene.camera, horizon: horizon.y },
    light: {
      ...scene.light,
      x: light.x * aspect,
      y: light.y,
      palette: paletteTowards(scene.light.palette, facts, 1),
    },
    things: [],
    birds: 0,
  };
}

/** The reading of a prompt that could describe the picture. */
export function toReading({ place, light, style }: PictureFacts): Reading {
  return {
    setting: place.setting,
    time: light.time,
    weather: light.weather,
    ...(style.confidence >= 0.5 && { style: style.style }),
    palette: [],
    landmarks: [],
    subjects: [],
    relations: [],
  };
}

/** Moves the horizon and the light of a scene towards those of the picture, by `share`. */
export function matchView(scene: Scene, facts: PictureFacts, share: number): Scene {
  const to = (from: number, aim: number) => from + (aim - from) * share;
  const { horizon, light } = facts;
  const horizonY = horizon.confidence > 0.3 ? horizon.y : scene.camera.horizon;
  const y = to(scene.camera.horizon, Math.min(0.85, Math.max(0.2, horizonY)));
  const isAbove = light.y < horizonY;
  return {
    ...scene,
    camera: { ...scene.camera, horizon: y },
    light: {
      ...scene.light,
      x: to(scene.light.x, light.x * scene.aspect),
      y: isAbove ? to(scene.light.y, (light.y / horizonY) * y) : scene.light.y + y - scene.camera.horizon,
    },
  };
}

/** Derives the seed from the colors, so that each picture has its own. */
function deriveSceneSeed({ palette, mean }: PictureFacts): number {
  const sum = palette.reduce(
    (total, { lab, share }) => total + (lab[0] + lab[1] * 3 + lab[2] * 7) * share,
    mean[0],
  );
  return Math.floor(Math.abs(sum) * 1e8) >>> 0;
}
