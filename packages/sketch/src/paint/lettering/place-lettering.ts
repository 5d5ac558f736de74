/**
 * The places of the lettering: the box of the letters and the board that is painted for them, in picture
 * units.
 */
import type { LetteringOn, Scene } from '../../scene/scene.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LetteringPlace {
  readonly on: LetteringOn;
  readonly letters: Box & { readonly lines: number };
  /** Absent if nothing is painted under the letters. */
  readonly board?: Box;
}

export interface PlacedLettering extends LetteringPlace {
  readonly text: string;
}

/** The distance between the upper edges of two boards. */
const boardPitch = 0.175;

/** Places each text on a board of its own, one above the other. On a book, the last text is the author. */
export function placeLetterings(scene: Scene): PlacedLettering[] {
  const texts = (scene.lettering ?? '').split('\n').filter(text => text.trim() !== '');
  const place = placeLettering(scene);
  const { on, board } = place;
  const lastText = texts.at(-1) ?? '';
  if (on === 'sign' && board && texts.length > 1)
    return texts.map((text, index) => {
      const rise = boardPitch * (texts.length - 1 - index);
      const textBoard = { ...board, y: board.y + 0.06 - rise, height: 0.15 };
      return { text, on, board: textBoard, letters: { ...insetBox(textBoard, 0.035), lines: 2 } };
    });
  if (on !== 'book' || texts.length < 2) return [{ ...place, text: texts.join('\n') }];
  const authorBox = { ...centerBox(scene.aspect, scene.aspect * 0.6, 0.84), height: 0.06, lines: 1 };
  return [
    { ...place, text: texts.slice(0, -1).join('\n') },
    { on, letters: authorBox, text: lastText },
  ];
}

/** Returns the place of all of the lettering together. */
export function placeLettering(scene: Scene): LetteringPlace {
  const { aspect, pattern } = scene;
  const on = scene.letteringOn ?? 'title';
  if (pattern)
    return { on: 'title', letters: { ...centerBox(aspect, 0.72 * aspect, 0.4), height: 0.2, lines: 3 } };
  const isLong = (scene.lettering ?? '').length > 22 || (scene.lettering ?? '').includes('\n');
  switch (on) {
    case 'sign': {
      const width = Math.min(0.56, aspect * 0.52);
      const isIndoors = scene.setting === 'room' || scene.setting === 'studio';
      const board = {
        x: sideX(scene, width),
        y: isIndoors ? 0.16 : 0.56,
        width,
        height: isLong ? 0.21 : 0.15,
      };
      return { on, board, letters: { ...insetBox(board, 0.035), lines: 4 } };
    }
    case 'banner': {
      const board = { ...centerBox(aspect, aspect * 0.8, 0.09), height: isLong ? 0.19 : 0.13 };
      return { on, board, letters: { ...insetBox(board, 0.04), height: board.height - 0.04, lines: 3 } };
    }
    case 'neon': {
      const width = Math.min(aspect * 0.76, 0.95);
      const board = { ...centerBox(aspect, width, 0.1), height: isLong ? 0.25 : 0.19 };
      return { on, board, letters: { ...insetBox(board, 0.05), lines: 3 } };
    }
    case 'shop': {
      const width = Math.min(0.72, aspect * 0.62);
      const board = { x: sideX(scene, width), y: 0.3, width, height: 0.56 };
      const fascia = { x: board.x, y: board.y + 0.02, width, height: 0.13 };
      return { on, board, letters: { ...insetBox(fascia, 0.025), lines: 2 } };
    }
    case 'book':
      return {
        on,
        board: { x: 0, y: 0, width: aspect, height: 1 },
        letters: { ...centerBox(aspect, aspect * 0.74, 0.09), height: isLong ? 0.26 : 0.18, lines: 4 },
      };
    default:
      return {
        on,
        letters: { ...centerBox(aspect, aspect * 0.86, 0.06), height: isLong ? 0.26 : 0.17, lines: 4 },
      };
  }
}

function centerBox(aspect: number, width: number, y: number): { x: number; y: number; width: number } {
  return { x: (aspect - width) / 2, y, width };
}

function insetBox(box: Box, rim: number): Box {
  return { x: box.x + rim, y: box.y + rim * 0.7, width: box.width - rim * 2, height: box.height - rim * 1.4 };
}

/** Returns the left edge of a board of this width on the side away from the main thing. */
function sideX({ things, aspect, camera }: Scene, width: number): number {
  const [mainThing] = things;
  const across = mainThing ? 0.5 + (mainThing.x * camera.focal) / mainThing.z / aspect : 0.4;
  return across < 0.5 ? aspect - width - aspect * 0.06 : aspect * 0.06;
}
