/** Extends a scene beyond its picture: its things stay, and each candidate adds others around them. */
import { listElements } from '../../compose/elements/list-elements.ts';
import { distanceOutside } from '../../land/rings.ts';
import type { Setting } from '../../scene/reading.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import { readPrompt } from '../../words/read-prompt.ts';
import { freshReading } from '../edit/fresh-reading.ts';
import { groundAt, type PictureSpot, placeAt } from '../../land/place-at.ts';
import { deriveSeed, type Random, seededRandom } from '../../random/random.ts';
import type { Job } from '../../job/job.ts';
import type { Frame } from '../../scene/picture.ts';

export interface Extension {
  readonly job: Job;
  readonly candidate: number;
  /** The part of the scene that the picture showed so far. */
  readonly inner: Frame;
  /** The larger part that it shows from now on. */
  readonly frame: Frame;
}

export function extendScene(scene: Scene, extension: Extension): Scene {
  const { job, candidate, inner, frame } = extension;
  const seed = deriveSeed(job.seed, `ring ${candidate} ${scene.rings?.length ?? 0}`);
  const random = seededRandom(deriveSeed(seed, 'things'));
  const ringedScene: Scene = { ...scene, rings: [...(scene.rings ?? []), { seed, inner: { ...inner } }] };
  const pickPoint = createPointPicker(extension);
  const requestedThings = listAddedThings(job).flatMap(thing =>
    placeOutside(ringedScene, thing, { room: pickPoint, random, size: 0.34 }),
  );
  const addedThings = commonThings(scene, { random, candidate }).flatMap(thing =>
    placeOutside({ ...ringedScene, things: [...ringedScene.things, ...requestedThings] }, thing, {
      room: pickPoint,
      random,
      size: 0.16,
    }),
  );
  return withOrbs(
    { ...ringedScene, things: [...scene.things, ...requestedThings, ...addedThings] },
    { inner, frame, random },
  );
}

/** Lists what a changed prompt names and the old one does not. */
function listAddedThings({ prompt, exclude, parent }: Job): Thing[] {
  if (!parent || parent.prompt.trim() === prompt.trim()) return [];
  const addedReading = freshReading(readPrompt(parent.prompt, []), readPrompt(prompt, exclude));
  return listElements(addedReading).flatMap(request =>
    Array.from({ length: Math.min(6, request.count) }, (_, index) =>
      createThing(request, deriveSeed(request.kind.length, `${request.kind} ${index}`)),
    ),
  );
}

export function createThing(
  request: {
    what: Thing['what'];
    kind: string;
    height: number;
    stance: Thing['stance'];
    color?: string;
    action?: string;
  },
  seed: number,
): Thing {
  const { what, kind, height, stance, color, action } = request;
  return {
    what,
    kind,
    height,
    stance,
    seed,
    x: 0,
    z: 10,
    lift: 0,
    facing: 1,
    ...(color !== undefined && { color }),
    ...(action !== undefined && { action }),
  };
}

type CommonThing = readonly [kind: string, height: number, stance: Thing['stance']];
const house: CommonThing = ['house', 7, 'stands'];
const boat: CommonThing = ['sailboat', 10, 'floats'];
const tree: CommonThing = ['tree', 9, 'stands'];
const pine: CommonThing = ['pine', 14, 'stands'];
const rocks: CommonThing = ['rocks', 1.6, 'stands'];
const balloon: CommonThing = ['balloon', 22, 'flies'];
const mill: CommonThing = ['windmill', 15, 'stands'];

/** Things that may be added in each setting. Without an entry, plants and clouds are enough. */
const commonThingsBySetting: Partial<Record<Setting, readonly CommonThing[]>> = {
  coast: [boat, house, rocks, tree],
  sea: [boat, boat],
  lake: [boat, house, pine, tree],
  river: [tree, house, rocks, boat],
  mountains: [pine, house, rocks, pine],
  hills: [tree, house, mill, balloon],
  plain: [tree, mill, house, balloon],
  forest: [pine, tree, rocks],
  jungle: [['palm', 9, 'stands'], tree],
  desert: [['palm', 9, 'stands'], rocks, ['ruins', 9, 'stands']],
  snowfield: [pine, house, pine],
  village: [house, tree, house],
  garden: [tree, ['bush', 1.4, 'stands'], tree],
  road: [tree, house, mill],
};

function commonThings({ setting }: Scene, options: { random: Random; candidate: number }): Thing[] {
  const choices = commonThingsBySetting[setting] ?? [];
  if (choices.length === 0) return [];
  return Array.from({ length: 1 + (options.candidate % 2) }, (_, index) => {
    const [kind, height, stance] = choices[(options.candidate + index) % choices.length];
    return createThing({ what: 'landmark', kind, height, stance }, Math.floor(options.random() * 2 ** 31));
  });
}

/**
 * Returns a function that picks a random point of the added part for the foot of a thing. It returns
 * undefined if a thing of that height would reach into the old picture or over the upper edge.
 */
function createPointPicker({
  inner,
  frame,
}: Extension): (random: Random, thingHeight: number) => { x: number; y: number } | undefined {
  return (random, thingHeight) => {
    const x = frame.x + frame.width * (0.06 + 0.88 * random());
    const y = frame.y + frame.height * (0.08 + 0.86 * random());
    const widerInner = {
      x: inner.x - thingHeight,
      y: inner.y,
      width: inner.width + thingHeight * 2,
      height: inner.height + thingHeight * 1.1,
    };
    return distanceOutside(widerInner, x, y) > 0 && y - thingHeight > frame.y ? { x, y } : undefined;
  };
}

/** Finds a place in the added part where the thing can stand, float or fly without covering others. */
function placeOutside(
  scene: Scene,
  thing: Thing,
  options: { room: ReturnType<typeof createPointPicker>; random: Random; size: number },
): Thing[] {
  const { room: pickPoint, random } = options;
  const horizon = scene.camera.horizon;
  for (let attempt = 0; attempt < 120; attempt++) {
    const size = options.size * (0.7 + 0.6 * random()) * (attempt < 60 ? 1 : 0.6);
    const point = pickPoint(random, Math.max(size, options.size * 1.2));
    if (!point) continue;
    const ground = groundAt(scene, { x: point.x, foot: point.y });
    const fittingSize = naturalSize(scene, thing, { x: point.x, foot: point.y, size });
    if (fittingSize > options.size * 2 || fittingSize < options.size * 0.2) continue;
    const isFree =
      thing.stance === 'flies' || scene.setting === 'underwater' || scene.setting === 'space'
        ? ground === undefined || point.y < horizon
        : thing.stance === 'floats' || thing.stance === 'swims'
          ? ground === 'water'
          : ground === 'land' && point.y < horizon + 0.75;
    if (isFree) return [placeAt(scene, thing, { x: point.x, foot: point.y, size: fittingSize })];
  }
  return [];
}

/** Things near the horizon are far and small. In the air, things may be at any depth. */
function naturalSize(scene: Scene, thing: Thing, spot: PictureSpot): number {
  const { z, lift } = placeAt(scene, thing, spot);
  return lift === 0 ? (scene.camera.focal * thing.height) / z : spot.size;
}

/** Adds up to two planets to a scene in space. Other scenes stay as they are. */
function withOrbs(
  scene: Scene,
  { inner, frame, random }: { inner: Frame; frame: Frame; random: Random },
): Scene {
  if (scene.setting !== 'space') return scene;
  const colors = ['#c98f6a', '#7fa6c9', '#b98aa8', '#cdbb8a'];
  const orbs = Array.from({ length: 8 }, () => ({
    x: frame.x + random() * frame.width,
    y: frame.y + random() * frame.height * 0.8,
    radius: 0.03 + 0.09 * random() ** 2,
    color: colors[Math.floor(random() * 4)],
    ring: random() < 0.4,
  })).filter(
    ({ x, y, radius }) => distanceOutside(inner, x, y) > radius * 2.4 && y < scene.camera.horizon - radius,
  );
  return { ...scene, sky: { ...scene.sky, orbs: [...(scene.sky.orbs ?? []), ...orbs.slice(0, 2)] } };
}
