/**
 * Trees and bushes, grown from a seed: dabs of leaves from the shade out into the light. Foot
 * at (0, 0), y up is negative.
 */

import { drawBamboo } from './bamboo.ts';
import type { Brush } from '../stage/brush.ts';
import { clamp, mix, parseColor, type Rgb } from '../../raster/colors.ts';

export type TreeKind = 'tree' | 'pine' | 'palm' | 'bush' | 'blossom' | 'fern' | 'bamboo';

/** Draws one tree of this height in pixels. */
export function drawTree(brush: Brush, tree: { kind: TreeKind; height: number; color?: string }): void {
  const { season, weather } = brush.stage.scene;
  const snowy = weather === 'snow' || season === 'winter';
  const { foliage, grass } = brush.stage.tones;
  const color = tree.color ? parseColor(tree.color) : foliage;
  const evergreen: Rgb = season === 'autumn' ? [78, 112, 74] : color;
  if (tree.kind === 'pine')
    return drawPine(brush, tree.height, { color: mix(evergreen, [44, 80, 70], tree.color ? 0 : 0.5), snowy });
  if (tree.kind === 'palm') return drawPalm(brush, tree.height, mix(grass, [60, 120, 50], 0.5));
  if (tree.kind === 'bamboo') return drawBamboo(brush, tree.height, mix(grass, [104, 150, 62], 0.55));
  if (tree.kind === 'fern') return drawFern(brush, tree.height, mix(color, [70, 150, 70], 0.4));
  if (tree.kind === 'bush')
    return drawCrown(brush, {
      x: 0,
      y: -tree.height * 0.48,
      width: tree.height * 0.75,
      height: tree.height * 0.52,
      color: snowy ? mix(color, [236, 242, 250], 0.72) : color,
    });
  const leaves: Rgb = tree.kind === 'blossom' ? (tree.color ? color : [245, 178, 200]) : color;
  drawTrunk(brush, tree.height, snowy && tree.kind === 'tree');
  if (snowy && tree.kind === 'tree') return;
  const spread = 0.36 + brush.random() * 0.12;
  drawCrown(brush, {
    x: 0,
    y: -tree.height * 0.64,
    width: tree.height * spread,
    height: tree.height * 0.36,
    color: leaves,
  });
}

function drawTrunk(brush: Brush, height: number, isBare: boolean): void {
  const { context, random } = brush;
  const bark: Rgb = [96, 74, 60];
  const grow = (
    x: number,
    y: number,
    branch: { angle: number; length: number; width: number; depth: number },
  ): void => {
    const endX = x + Math.sin(branch.angle) * branch.length;
    const endY = y - Math.cos(branch.angle) * branch.length;
    context.strokeStyle = brush.tone(bark, 0.35 + 0.4 * random());
    context.lineWidth = Math.max(0.4, branch.width);
    context.beginPath();
    context.moveTo(x, y);
    context.quadraticCurveTo(x + (random() - 0.5) * branch.length * 0.2, (y + endY) / 2, endX, endY);
    context.stroke();
    if (branch.depth === 0 || branch.width < 0.35) return;
    const forks = branch.depth > 3 ? 2 : 2 + Math.round(random());
    for (let fork = 0; fork < forks; fork++) {
      const angle =
        branch.angle + (fork - (forks - 1) / 2) * (0.62 + random() * 0.35) + (random() - 0.5) * 0.3;
      grow(endX, endY, {
        angle,
        length: branch.length * (0.62 + random() * 0.2),
        width: branch.width * 0.6,
        depth: branch.depth - 1,
      });
    }
  };
  context.lineCap = 'round';
  const trunkLength = height * (isBare ? 0.32 : 0.36);
  grow(0, 0, {
    angle: (random() - 0.5) * 0.14,
    length: trunkLength,
    width: height * 0.055,
    depth: isBare ? 6 : 2,
  });
}

interface Crown {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly color: Rgb;
}

/** Paints clumps over an oval. The brightness of a dab follows from its place on its clump and the crown. */
export function drawCrown(brush: Brush, crown: Crown): void {
  const { random, side } = brush;
  const size = Math.sqrt(crown.width * crown.height);
  const clumps = Array.from({ length: 13 }, (_, index) => {
    const angle = index * 2.4 + random() * 0.5;
    const radius = Math.sqrt((index + 0.4) / 13) * 0.72;
    return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius, radius: 0.3 + random() * 0.2 };
  });
  const count = Math.round(clamp(size * 11, 110, 3200));
  const dabSize = size * clamp(1.9 / Math.sqrt(count), 0.035, 0.2);
  const dabs = Array.from({ length: count }, (_, index) => {
    const clump = clumps[index % clumps.length];
    const angle = random() * Math.PI * 2;
    const radius = Math.sqrt(random()) * clump.radius;
    const x = clump.x + Math.cos(angle) * radius;
    const y = clump.y + Math.sin(angle) * radius;
    const clumpLight = (Math.cos(angle) * side * 0.7 - Math.sin(angle) * 0.8) * (radius / clump.radius);
    const bright = 0.36 + 0.26 * clumpLight + 0.3 * (x * side - y * 0.8) + (random() - 0.5) * 0.22;
    return { x, y, bright, turn: random() * Math.PI, length: 0.75 + random() * 0.6 };
  }).sort((one, other) => one.bright - other.bright);
  const { context } = brush;
  for (const one of dabs) {
    context.fillStyle = brush.tone(crown.color, one.bright * 1.05);
    context.beginPath();
    context.ellipse(
      crown.x + one.x * crown.width,
      crown.y + one.y * crown.height,
      dabSize * one.length,
      dabSize * 0.6,
      one.turn,
      0,
      Math.PI * 2,
    );
    context.fill();
  }
}

function drawPine(brush: Brush, height: number, options: { color: Rgb; snowy: boolean }): void {
  const { context, random, side } = brush;
  context.fillStyle = brush.tone([84, 64, 54], 0.4);
  context.fillRect(-height * 0.018, -height * 0.16, height * 0.036, height * 0.16);
  const tiers = Math.round(clamp(height / 9, 6, 18));
  const widest = height * (0.17 + random() * 0.05);
  for (let tier = 0; tier < tiers; tier++) {
    const heightShare = tier / tiers;
    const y = -height * (0.07 + 0.86 * heightShare);
    const width = widest * (1 - heightShare) ** 0.85 + height * 0.012;
    const drop = (height / tiers) * 1.9;
    const needles = Math.round(clamp(width / 2.2, 5, 26));
    for (let needle = 0; needle < needles; needle++) {
      const across = ((needle + random() * 0.8) / needles) * 2 - 1;
      const reach = 0.75 + random() * 0.4;
      const bright = 0.34 + across * side * 0.3 + (random() - 0.5) * 0.24 + heightShare * 0.16;
      const tipX = across * width * reach;
      const tipY = y + drop * (0.1 + 0.22 * Math.abs(across)) * reach;
      context.fillStyle = brush.tone(
        options.snowy && random() < 0.42 + heightShare * 0.2 ? [236, 242, 250] : options.color,
        bright + (options.snowy ? 0.14 : 0),
      );
      context.beginPath();
      context.moveTo(across * width * 0.25, y - drop * 0.72);
      context.quadraticCurveTo(tipX * 0.8 - width * 0.05, y - drop * 0.16, tipX, tipY);
      context.quadraticCurveTo(tipX * 0.6, y - drop * 0.04, across * width * 0.1, y);
      context.fill();
    }
  }
  context.fillStyle = brush.tone(options.color, 0.5);
  context.beginPath();
  context.moveTo(0, -height);
  context.lineTo(height * 0.016, -height * 0.9);
  context.lineTo(-height * 0.016, -height * 0.9);
  context.fill();
}

function drawPalm(brush: Brush, height: number, color: Rgb): void {
  const { context, random, side } = brush;
  const lean = (random() - 0.5) * 0.5 * height;
  const topX = lean;
  const topY = -height * 0.8;
  context.strokeStyle = brush.tone([128, 98, 70], 0.55);
  context.lineWidth = height * 0.035;
  context.beginPath();
  context.moveTo(0, 0);
  context.quadraticCurveTo(lean * 0.2, topY * 0.6, topX, topY);
  context.stroke();
  for (let frond = 0; frond < 13; frond++) {
    const angle = (frond / 13) * Math.PI * 2 + random() * 0.4;
    const length = height * (0.3 + random() * 0.12);
    const endX = topX + Math.cos(angle) * length;
    const endY = topY + Math.sin(angle) * length * 0.5 + length * 0.3;
    const bright = 0.45 + Math.cos(angle) * side * 0.3 - Math.sin(angle) * 0.2 + (random() - 0.5) * 0.2;
    const leaflets = Math.round(clamp(length / 3, 5, 22));
    for (let leaflet = 1; leaflet <= leaflets; leaflet++) {
      const t = leaflet / leaflets;
      const x = topX + (endX - topX) * t;
      const y = topY + (endY - topY) * t - Math.sin(t * Math.PI) * length * 0.22;
      const hang = length * 0.3 * (1 - t * 0.6);
      context.strokeStyle = brush.tone(color, bright + (random() - 0.5) * 0.16);
      context.lineWidth = Math.max(0.5, height * 0.009);
      context.beginPath();
      context.moveTo(
        topX + (endX - topX) * (t - 0.1),
        topY + (endY - topY) * (t - 0.1) - Math.sin((t - 0.1) * Math.PI) * length * 0.22,
      );
      context.lineTo(x, y);
      context.lineTo(x + Math.cos(angle) * hang * 0.3, y + hang);
      context.stroke();
    }
  }
}

function drawFern(brush: Brush, height: number, color: Rgb): void {
  const { context, random } = brush;
  for (let blade = 0; blade < 11; blade++) {
    const angle = (random() - 0.5) * 2.3;
    const length = height * (0.7 + random() * 0.5);
    const width = height * 0.08;
    const tipX = Math.sin(angle) * length;
    const tipY = -Math.cos(angle * 0.8) * length * 0.85;
    context.fillStyle = brush.tone(color, 0.25 + random() * 0.5);
    context.beginPath();
    context.moveTo(0, 0);
    context.quadraticCurveTo(tipX * 0.3 - width, tipY * 0.9, tipX, tipY);
    context.quadraticCurveTo(tipX * 0.3 + width, tipY * 0.6, 0, 0);
    context.fill();
  }
}
