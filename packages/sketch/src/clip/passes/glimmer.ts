/** Paints the flicker of fires and lamps, smoke and steam. The first frame shows none of them. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { paintHalo } from '../../paint/sky/sky.ts';
import { project, type Stage } from '../../paint/stage/stage.ts';
import type { Thing } from '../../scene/scene.ts';
import type { Pulse } from '../motion/clip-clock.ts';
import type { ThingMoves } from '../motion/thing-moves.ts';

const fires = new Set(['campfire', 'lamp', 'volcano']);
/** The distance of the chimney from the middle of a train, in heights of the train. */
const chimneyAhead = 1.25;
const smokes = new Set(['campfire', 'volcano']);

export function paintGlimmer(
  stage: Stage,
  context: SKRSContext2D,
  { pulse, moves }: { pulse: Pulse; moves: ThingMoves },
): void {
  for (const thing of stage.scene.things) {
    if (smokes.has(thing.kind)) paintSmoke(stage, context, { thing, pulse });
    if (thing.kind === 'train') paintSteam(stage, context, { thing, pulse, moves });
    if (fires.has(thing.kind)) paintFlicker(stage, context, { thing, pulse });
  }
}

interface Fire {
  readonly thing: Thing;
  readonly pulse: Pulse;
}

function paintFlicker(stage: Stage, context: SKRSContext2D, { thing, pulse }: Fire): void {
  const share = thing.kind === 'campfire' ? 0.5 : 0.92;
  const foot = findTop(stage, thing, share);
  const phase = thing.seed % 7;
  const flickerStrength = thing.kind === 'lamp' ? 0.25 : 1;
  const flame =
    0.5 +
    flickerStrength * (Math.sin(pulse.turn(11) + phase) * 0.22 + Math.sin(pulse.turn(6.7) + phase * 2) * 0.2);
  const darkness = stage.scene.time === 'night' || stage.scene.time === 'dusk' ? 0.5 : 0.22;
  context.save();
  context.globalCompositeOperation = 'screen';
  paintHalo(context, {
    x: foot.x,
    y: foot.y,
    radius: thing.height * foot.scale * (thing.kind === 'campfire' ? 2.6 : 0.7),
    color: 'rgba(255,176,92,',
    strength: darkness * flame * Math.min(1, pulse.swing),
  });
  context.restore();
}

/** Soft puffs that rise, grow and fade, one after the other. */
function paintSmoke(stage: Stage, context: SKRSContext2D, { thing, pulse }: Fire): void {
  const top = findTop(stage, thing, thing.kind === 'campfire' ? 0.9 : 0.98);
  const size = thing.height * top.scale * (thing.kind === 'campfire' ? 1 : 0.5);
  const puffs = 14;
  const tone = thing.kind === 'volcano' ? '96,88,92' : '196,192,196';
  for (let puff = 0; puff < puffs; puff++) {
    const age = ((((pulse.turn(Math.PI / 8) / (Math.PI * 2)) * 4 + puff / puffs) % 1) + 1) % 1;
    const lean = Math.sin(age * 5 + puff * 1.3) * 0.08 + age * age * 0.5;
    const radius = size * (0.1 + age * 0.4);
    paintHalo(context, {
      x: top.x + lean * size,
      y: top.y - age * size * 2.2,
      radius,
      color: `rgba(${tone},`,
      strength: 0.2 * Math.sin(age * Math.PI) * Math.min(1, pulse.swing),
    });
  }
}

/** Puffs from the chimney of a locomotive, left behind as it goes. */
function paintSteam(
  stage: Stage,
  context: SKRSContext2D,
  { thing, pulse, moves }: Fire & { moves: ThingMoves },
): void {
  const start = findTop(stage, thing, 1);
  const size = thing.height * start.scale;
  const { motion, rise } = moves(thing, pulse, { width: stage.width, size, x: start.x, y: start.y + size });
  const top = { x: start.x, y: start.y - rise * size };
  const chimney = top.x + (motion.x + thing.facing * chimneyAhead) * size;
  const puffs = 20;
  for (let puff = 0; puff < puffs; puff++) {
    const age = ((((pulse.turn(Math.PI / 5) / (Math.PI * 2)) * 4 + puff / puffs) % 1) + 1) % 1;
    paintHalo(context, {
      x: chimney - thing.facing * age ** 1.4 * size * 1.9,
      y: top.y - (0.1 + age ** 0.7 * 0.95 + Math.sin(puff * 2.1) * 0.06) * size,
      radius: size * (0.17 + age * 0.42),
      color: 'rgba(226,224,228,',
      strength: 0.5 * Math.sin(Math.sqrt(age) * Math.PI) * Math.min(1, pulse.swing),
    });
  }
}

function findTop(stage: Stage, thing: Thing, share: number) {
  const ground = Math.max(0, stage.scene.terrain.ground);
  return project(stage, { x: thing.x, z: thing.z, height: ground + thing.lift + thing.height * share });
}
