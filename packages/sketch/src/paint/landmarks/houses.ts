/** Houses: two walls, a pitched roof, lit windows after dusk, snow in winter. Foot at (0, 0), pixels. */
import { type Brush, fillShape } from '../stage/brush.ts';
import { parseColor, type Rgb } from '../../raster/colors.ts';

const walls: readonly Rgb[] = [
  [236, 222, 200],
  [214, 190, 160],
  [198, 120, 96],
  [226, 226, 222],
  [176, 140, 110],
  [222, 176, 116],
];
const roofs: readonly Rgb[] = [
  [150, 72, 58],
  [110, 78, 70],
  [88, 92, 108],
  [168, 92, 62],
];

/** `height` is that of the ridge. */
export function drawHouse(brush: Brush, height: number, color?: string): void {
  const { random, side } = brush;
  const wall = color ? parseColor(color) : walls[Math.floor(random() * walls.length)];
  const roof = roofs[Math.floor(random() * roofs.length)];
  const gable = height * (0.62 + random() * 0.14);
  const sideLength = height * (0.72 + random() * 0.4);
  const eaves = height * (0.5 + random() * 0.08);
  const mirror = side > 0 ? 1 : -1;
  const isSnowy = brush.stage.scene.season === 'winter' || brush.stage.scene.weather === 'snow';
  const left = (-(gable + sideLength) / 2) * mirror;
  const at = (x: number, y: number): [number, number] => [left + x * mirror, -y];
  const { context } = brush;
  fillShape(
    context,
    [at(0, 0), at(0, eaves), at(gable / 2, height), at(gable, eaves), at(gable, 0)],
    brush.tone(wall, 0.2),
  );
  fillShape(
    context,
    [at(gable, 0), at(gable, eaves), at(gable + sideLength, eaves), at(gable + sideLength, 0)],
    brush.tone(wall, 0.9),
  );
  const overhang = height * 0.05;
  const cover: Rgb = isSnowy ? [240, 245, 252] : roof;
  fillShape(
    context,
    [
      at(gable / 2 - overhang * 0.3, height + overhang),
      at(gable / 2 + sideLength * 0.98, height + overhang),
      at(gable + sideLength + overhang, eaves - overhang),
      at(gable - overhang * 0.2, eaves - overhang),
    ],
    brush.tone(cover, 0.82),
  );
  fillShape(
    context,
    [
      at(-overhang, eaves - overhang),
      at(gable / 2, height + overhang),
      at(gable / 2 + overhang * 0.6, height),
      at(0, eaves - overhang),
    ],
    brush.tone(cover, 0.3),
  );
  drawChimney(brush, {
    x: left + (gable / 2 + sideLength * 0.6) * mirror,
    y: -height * 0.92,
    size: height * 0.1,
    roof,
  });
  drawOpenings(brush, { at, gable, sideLength, eaves, height });
}

function drawChimney(brush: Brush, chimney: { x: number; y: number; size: number; roof: Rgb }): void {
  brush.context.fillStyle = brush.tone(chimney.roof, 0.4);
  brush.context.fillRect(
    chimney.x - chimney.size / 2,
    chimney.y - chimney.size * 2,
    chimney.size,
    chimney.size * 2.4,
  );
}

interface House {
  readonly at: (x: number, y: number) => [number, number];
  readonly gable: number;
  readonly sideLength: number;
  readonly eaves: number;
  readonly height: number;
}

function drawOpenings(brush: Brush, house: House): void {
  const { at, gable, sideLength, eaves, height } = house;
  const { context, dark, random } = brush;
  const pane = (x: number, y: number, bright: number): void => {
    const [px, py] = at(x, y);
    const paneWidth = height * 0.13;
    const paneHeight = height * 0.17;
    const isLit = dark && random() < 0.85;
    context.fillStyle = brush.tone('#efe6d4', bright);
    context.fillRect(px - paneWidth * 0.6, py - paneHeight * 0.58, paneWidth * 1.2, paneHeight * 1.16);
    if (isLit) {
      context.shadowColor = '#ffb84d';
      context.shadowBlur = height * 0.22;
    }
    context.fillStyle = isLit ? brush.shine('#ffd27a') : brush.tone('#5a6c80', bright * 0.8);
    context.fillRect(px - paneWidth / 2, py - paneHeight / 2, paneWidth, paneHeight);
    context.shadowBlur = 0;
    context.fillStyle = brush.tone('#efe6d4', bright);
    context.fillRect(px - paneWidth * 0.04, py - paneHeight / 2, paneWidth * 0.08, paneHeight);
  };
  pane(gable * 0.5, eaves * 0.55, 0.35);
  if (height > 20) pane(gable * 0.5, eaves * 1.1, 0.35);
  pane(gable + sideLength * 0.25, eaves * 0.55, 0.8);
  pane(gable + sideLength * 0.78, eaves * 0.55, 0.8);
  const [doorX, doorY] = at(gable + sideLength * 0.52, 0);
  context.fillStyle = brush.tone('#7a4c34', 0.6);
  context.fillRect(doorX - height * 0.06, doorY - height * 0.26, height * 0.12, height * 0.26);
}
