/** One landmark of any kind, its foot at (0, 0) of the brush's canvas. */
import type { Brush } from '../stage/brush.ts';
import { drawHouse } from './houses.ts';
import { drawRock } from '../plants/plants.ts';
import { drawTree } from '../plants/trees.ts';
import { drawCastle, drawRuins, drawWindmill } from './castle.ts';
import { drawIslet } from './islet.ts';
import { drawLighthouse, drawTower } from './lighthouse.ts';
import { drawWaterfall } from './waterfall.ts';
import { drawTable } from './table.ts';
import { drawBalloon, drawSailboat } from './vessels.ts';
import { drawBridge, drawCampfire, drawFence, drawLamp, drawPier } from './wayside.ts';

type Draw = (brush: Brush, height: number, color?: string) => void;

export interface LandmarkShape {
  readonly draw: Draw;
  /** Half the width of its canvas as a multiple of its height. */
  readonly reach: number;
}

const createTreeDraw =
  (kind: 'tree' | 'pine' | 'palm' | 'bush'): Draw =>
  (brush, height, color) =>
    drawTree(brush, { kind, height, ...(color !== undefined && { color }) });

export const landmarkShapes: Readonly<Partial<Record<string, LandmarkShape>>> = {
  lighthouse: { draw: drawLighthouse, reach: 0.2 },
  tower: { draw: drawTower, reach: 0.22 },
  castle: { draw: drawCastle, reach: 0.62 },
  ruins: { draw: drawRuins, reach: 1.15 },
  windmill: { draw: drawWindmill, reach: 0.5 },
  house: { draw: drawHouse, reach: 1.2 },
  bridge: { draw: drawBridge, reach: 2.5 },
  pier: { draw: drawPier, reach: 2.8 },
  fence: { draw: drawFence, reach: 5.2 },
  lamp: { draw: drawLamp, reach: 0.5 },
  campfire: { draw: drawCampfire, reach: 1.8 },
  waterfall: { draw: drawWaterfall, reach: 1.15 },
  sailboat: { draw: drawSailboat, reach: 0.45 },
  balloon: { draw: drawBalloon, reach: 0.42 },
  rocks: { draw: drawRock, reach: 1.5 },
  tree: { draw: createTreeDraw('tree'), reach: 0.7 },
  pine: { draw: createTreeDraw('pine'), reach: 0.35 },
  palm: { draw: createTreeDraw('palm'), reach: 0.8 },
  bush: { draw: createTreeDraw('bush'), reach: 0.95 },
  table: { draw: drawTable, reach: 1.2 },
  islet: { draw: drawIslet, reach: 1.05 },
};
