/** A scene whose time of day or weather changes, as key scenes that are blended one into the next. */
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { choosePalette } from '../../compose/look/moods.ts';
import { smooth } from '../../raster/colors.ts';
import type { TimeOfDay, Weather } from '../../scene/reading.ts';
import type { Light, Scene } from '../../scene/scene.ts';
import type { ClipPainter } from './clip-painter.ts';
import { withActions } from '../motion/thing-actions.ts';
import type { ClipPlan, ThingAction, ClipChange } from '../../scene/clip-plan.ts';

export interface KeyScene {
  /** The second at which the scene is fully there. */
  readonly seconds: number;
  readonly scene: Scene;
}

/** The day's hours in their order; night follows dusk and comes before dawn. */
const hours: readonly TimeOfDay[] = ['dawn', 'morning', 'noon', 'afternoon', 'sunset', 'dusk', 'night'];
const withoutHours = ['space', 'underwater', 'studio', 'room'];

/** One scene when nothing changes. */
export function keyScenes(scene: Scene, plan: ClipPlan): KeyScene[] {
  const keys: KeyScene[] = [{ seconds: 0, scene }];
  for (const { from, until, becomes, doings } of plan.legs) {
    if (doings) keys.push(...listRisingKeys(keys[keys.length - 1], doings, from));
    const before = keys[keys.length - 1];
    const stops = becomes && !withoutHours.includes(scene.setting) ? listStops(before.scene, becomes) : [];
    const start = Math.max(before.seconds, from);
    if (stops.length > 0 && start > before.seconds) keys.push({ ...before, seconds: start });
    stops.forEach((stop, index) => {
      const seconds = start + ((until - start) * 0.9 * (index + 1)) / stops.length;
      keys.push({ seconds, scene: changeMood(before.scene, stop) });
    });
  }
  return keys;
}

/** The seconds that a figure needs to stand up. */
const gettingUp = 0.5;

function listRisingKeys(
  { seconds, scene }: KeyScene,
  doings: readonly ThingAction[],
  from: number,
): KeyScene[] {
  const start = Math.max(seconds, from);
  const standingKey = { seconds: start + gettingUp, scene: withActions(scene, doings, start) };
  return start > seconds ? [{ seconds: start, scene }, standingKey] : [standingKey];
}

/** Lists the hours between, such as dusk between day and night, and dawn before the morning. */
function listStops(scene: Scene, becomes: ClipChange): ClipChange[] {
  const weather = becomes.weather ?? scene.weather;
  const end = { time: becomes.time ?? scene.time, weather };
  if (end.time === scene.time) return end.weather === scene.weather ? [] : [end];
  const [from, to] = [hours.indexOf(scene.time), hours.indexOf(end.time)];
  const passedHours =
    to > from ? hours.slice(from + 1, to) : [...hours.slice(from + 1), ...hours.slice(0, to)];
  const between = passedHours
    .filter(time => time === 'sunset' || time === 'dusk' || time === 'dawn')
    .slice(-2);
  return [...between.map(time => ({ time, weather })), end];
}

/** The same place at another hour or in other weather. */
export function changeMood(scene: Scene, mood: ClipChange): Scene {
  const time = mood.time ?? scene.time;
  const weather = mood.weather ?? scene.weather;
  const darkness = time === 'night' ? 1 : time === 'dusk' ? 0.25 : 0;
  const closed = isClosed(weather);
  const palette = choosePalette({
    time,
    weather,
    season: weather === 'snow' ? 'winter' : scene.season,
    variant: scene.seed % 4,
    turn: 0,
    saturation: scene.look.saturation,
    requestedColors: [],
  });
  return {
    ...scene,
    time,
    weather,
    light: { ...chooseLight(scene, { time, weather }), palette },
    sky: {
      ...scene.sky,
      stars: closed ? 0 : darkness,
      cover: closed ? Math.max(0.85, scene.sky.cover) : Math.min(0.6, scene.sky.cover),
      clouds: closed ? 'sheet' : scene.sky.clouds,
    },
    terrain:
      weather === 'snow' && ['grass', 'meadow', 'forest', 'rock'].includes(scene.terrain.cover)
        ? { ...scene.terrain, cover: 'snow' }
        : scene.terrain,
  };
}

function chooseLight(
  scene: Scene,
  conditions: { time: TimeOfDay; weather: Weather },
): Omit<Light, 'palette'> {
  const { light, camera } = scene;
  const rise: Record<TimeOfDay, number> = {
    dawn: 0.05,
    morning: 0.2,
    noon: 0.4,
    afternoon: 0.28,
    sunset: 0.06,
    dusk: -0.04,
    night: 0.3,
  };
  const body = isClosed(conditions.weather) ? 'none' : conditions.time === 'night' ? 'moon' : 'sun';
  const visibilities: Partial<Record<Weather, number>> = {
    fog: 130,
    rain: 1500,
    storm: 1700,
    snow: 900,
    overcast: 3600,
  };
  // The light stays on the same side, because things are drawn by it and must not change.
  return {
    ...light,
    body,
    y: Math.max(0.06, camera.horizon - rise[conditions.time]),
    radius: body === 'moon' ? 0.034 : 0.036,
    visibility: visibilities[conditions.weather] ?? Math.max(light.visibility, 4600),
  };
}

function isClosed(weather: Weather): boolean {
  return ['overcast', 'rain', 'storm', 'snow', 'fog'].includes(weather);
}

/** Paints two neighboring keys, one over the other. Only these two painters are kept open. */
export function openChangingPainter(
  keys: readonly KeyScene[],
  open: (scene: Scene) => ClipPainter,
): ClipPainter {
  const painters = new Map<Scene, ClipPainter>();
  const findPainter = (scene: Scene): ClipPainter => {
    const painter = painters.get(scene) ?? open(scene);
    painters.set(scene, painter);
    return painter;
  };
  return {
    prepare: async () => keys[0] && findPainter(keys[0].scene).prepare?.(),
    paint: seconds => {
      const next = keys.findIndex(key => key.seconds > seconds);
      const from = keys[next < 0 ? keys.length - 1 : Math.max(0, next - 1)];
      const to = keys[Math.max(0, next)];
      for (const scene of painters.keys())
        if (scene !== from.scene && scene !== to.scene) painters.delete(scene);
      const first = findPainter(from.scene).paint(seconds);
      const share = next <= 0 ? 0 : smooth(from.seconds, to.seconds, seconds);
      return share <= 0 || from.scene === to.scene
        ? first
        : blendOver(first, findPainter(to.scene).paint(seconds), share);
    },
  };
}

/** Draws the second canvas over the first with the opacity `share`. */
function blendOver(first: Canvas, second: Canvas, share: number): Canvas {
  const canvas = createCanvas(first.width, first.height);
  const context = canvas.getContext('2d');
  context.drawImage(first, 0, 0);
  context.globalAlpha = share;
  context.drawImage(second, 0, 0);
  return canvas;
}
