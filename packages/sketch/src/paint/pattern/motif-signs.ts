/**
 * Simple emblems for patterns: cloud, star, moon, sun, wave, mountain, drop, flake, bird,
 * leaf. Foot at (0, 0), pixels.
 */
import type { Brush } from '../stage/brush.ts';
import { mix } from '../../raster/colors.ts';

type Draw = (brush: Brush, height: number) => void;

export function isSign(kind: string): boolean {
  return kind in signs;
}

export function drawSign(brush: Brush, kind: string, height: number): boolean {
  const draw = signs[kind];
  if (draw) draw(brush, height);
  return draw !== undefined;
}

const drawCloud: Draw = (brush, height) => {
  const { context, stage } = brush;
  const puffs = [
    [-0.62, -0.24, 0.24],
    [-0.24, -0.42, 0.34],
    [0.22, -0.5, 0.4],
    [0.62, -0.28, 0.27],
    [0, -0.22, 0.34],
  ] as const;
  for (const [shade, shift] of [
    [stage.tones.cloudShade, 0.05],
    [stage.tones.cloudLight, -0.03],
  ] as const) {
    context.fillStyle = `rgb(${shade.map(Math.round).join(',')})`;
    for (const [x, y, radius] of puffs) {
      context.beginPath();
      context.arc(x * height, (y + shift) * height, radius * height, 0, Math.PI * 2);
      context.fill();
    }
  }
};

const drawStar: Draw = (brush, height) => {
  const { context } = brush;
  context.fillStyle = brush.shine('#ffe7a0');
  context.beginPath();
  for (let point = 0; point < 10; point++) {
    const angle = (point / 10) * Math.PI * 2 - Math.PI / 2;
    const radius = height * (point % 2 === 0 ? 0.48 : 0.2);
    context.lineTo(Math.cos(angle) * radius, -height * 0.5 + Math.sin(angle) * radius);
  }
  context.fill();
};

const drawMoon: Draw = (brush, height) => {
  const { context } = brush;
  context.fillStyle = brush.shine('#f7edc8');
  context.beginPath();
  context.arc(0, -height * 0.5, height * 0.48, -0.9, Math.PI * 1.28);
  context.arc(height * 0.2, -height * 0.62, height * 0.4, Math.PI * 1.18, -0.75, true);
  context.fill();
};

const drawSun: Draw = (brush, height) => {
  const { context } = brush;
  context.fillStyle = brush.shine('#ffc95c');
  context.strokeStyle = brush.shine('#ffb03a');
  context.lineCap = 'round';
  context.lineWidth = height * 0.05;
  for (let ray = 0; ray < 12; ray++) {
    const angle = (ray / 12) * Math.PI * 2;
    context.beginPath();
    context.moveTo(Math.cos(angle) * height * 0.36, -height * 0.5 + Math.sin(angle) * height * 0.36);
    context.lineTo(Math.cos(angle) * height * 0.48, -height * 0.5 + Math.sin(angle) * height * 0.48);
    context.stroke();
  }
  context.beginPath();
  context.arc(0, -height * 0.5, height * 0.27, 0, Math.PI * 2);
  context.fill();
};

const drawWave: Draw = (brush, height) => {
  const { context, stage } = brush;
  const crest = (from: number, to: number, color: string) => {
    context.fillStyle = color;
    context.beginPath();
    context.moveTo(-height * 0.9, -height * from * 0.2);
    context.bezierCurveTo(-height * 0.3, 0, -height * 0.5, -height * to, height * 0.15, -height * to);
    context.bezierCurveTo(
      height * 0.6,
      -height * to,
      height * 0.72,
      -height * 0.45,
      height * 0.42,
      -height * 0.32,
    );
    context.bezierCurveTo(height * 0.5, -height * 0.56, height * 0.1, -height * 0.6, 0, -height * 0.32);
    context.bezierCurveTo(0, -height * 0.1, height * 0.5, 0, height * 0.9, -height * 0.02);
    context.lineTo(-height * 0.9, 0);
    context.fill();
  };
  const white = mix(stage.tones.water, [255, 255, 255], 0.82);
  crest(0.4, 0.86, `rgb(${white.map(Math.round).join(',')})`);
  const blue = mix(stage.tones.water, [255, 255, 255], 0.28);
  crest(0.1, 0.76, `rgb(${blue.map(Math.round).join(',')})`);
};

const drawMountain: Draw = (brush, height) => {
  const { context, stage } = brush;
  const peak = (x: number, tall: number, color: string) => {
    context.fillStyle = color;
    context.beginPath();
    context.moveTo(x - tall * 0.62, 0);
    context.lineTo(x, -tall);
    context.lineTo(x + tall * 0.62, 0);
    context.fill();
  };
  peak(height * 0.36, height * 0.66, brush.tone(stage.tones.rock, 0.5));
  peak(-height * 0.1, height * 0.96, brush.tone(stage.tones.rock, 0.85));
  context.fillStyle = brush.tone(stage.tones.rock, 0.25);
  context.beginPath();
  context.moveTo(-height * 0.1, -height * 0.96);
  context.lineTo(height * 0.495, 0);
  context.lineTo(height * 0.06, 0);
  context.lineTo(-height * 0.02, -height * 0.5);
  context.fill();
  context.fillStyle = brush.tone('#fbfdff', 1);
  context.beginPath();
  context.moveTo(-height * 0.1, -height * 0.97);
  context.lineTo(-height * 0.27, -height * 0.68);
  context.lineTo(-height * 0.15, -height * 0.74);
  context.lineTo(-height * 0.08, -height * 0.62);
  context.lineTo(0, -height * 0.74);
  context.lineTo(height * 0.08, -height * 0.68);
  context.fill();
};

const drawDrop: Draw = (brush, height) => {
  const { context } = brush;
  context.fillStyle = brush.shine('#7fb8ea');
  context.beginPath();
  context.moveTo(0, -height * 0.95);
  context.bezierCurveTo(
    height * 0.1,
    -height * 0.6,
    height * 0.34,
    -height * 0.45,
    height * 0.3,
    -height * 0.25,
  );
  context.bezierCurveTo(height * 0.24, 0, -height * 0.24, 0, -height * 0.3, -height * 0.25);
  context.bezierCurveTo(-height * 0.34, -height * 0.45, -height * 0.1, -height * 0.6, 0, -height * 0.95);
  context.fill();
};

const drawFlake: Draw = (brush, height) => {
  const { context } = brush;
  context.strokeStyle = brush.shine('#f4fbff');
  context.lineCap = 'round';
  context.lineWidth = Math.max(0.8, height * 0.055);
  for (let arm = 0; arm < 6; arm++) {
    const angle = (arm / 6) * Math.PI * 2;
    const pointAt = (along: number, aside: number): [number, number] => [
      (Math.cos(angle) * along - Math.sin(angle) * aside) * height,
      (Math.sin(angle) * along + Math.cos(angle) * aside - 0.5) * height,
    ];
    context.beginPath();
    context.moveTo(...pointAt(0, 0));
    context.lineTo(...pointAt(0.46, 0));
    context.moveTo(...pointAt(0.38, 0.13));
    context.lineTo(...pointAt(0.25, 0));
    context.lineTo(...pointAt(0.38, -0.13));
    context.stroke();
  }
};

const drawBird: Draw = (brush, height) => {
  const { context, stage } = brush;
  context.strokeStyle = brush.tone(mix(stage.tones.shade, [30, 24, 50], 0.6), 0.5);
  context.lineCap = 'round';
  context.lineWidth = height * 0.1;
  context.beginPath();
  context.moveTo(-height * 0.6, -height * 0.55);
  context.quadraticCurveTo(-height * 0.25, -height * 0.85, 0, -height * 0.42);
  context.quadraticCurveTo(height * 0.25, -height * 0.85, height * 0.6, -height * 0.55);
  context.stroke();
};

const drawLeaf: Draw = (brush, height) => {
  const { context, stage } = brush;
  for (const [side, bright] of [
    [1, 0.85],
    [-1, 0.5],
  ] as const) {
    context.fillStyle = brush.tone(stage.tones.foliage, bright);
    context.beginPath();
    context.moveTo(0, 0);
    context.quadraticCurveTo(side * height * 0.42, -height * 0.4, 0, -height);
    context.fill();
  }
};

const signs: Readonly<Partial<Record<string, Draw>>> = {
  cloud: drawCloud,
  star: drawStar,
  moon: drawMoon,
  sun: drawSun,
  wave: drawWave,
  mountain: drawMountain,
  drop: drawDrop,
  flake: drawFlake,
  bird: drawBird,
  leaf: drawLeaf,
};
