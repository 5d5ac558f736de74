/** The images of the fake Midjourney. Their color identifies their interaction and candidate. */
import sharp from 'sharp';
import { plainPicture } from '../media/plain-picture.ts';

const cellEdge = 128;

/** The red value of all images of an interaction, by its number. */
export const redLevel = (number: number): number => (number * 16) % 256;

/** Four candidates in one image. */
export async function gridPicture(number: number): Promise<Buffer> {
  const cells = await Promise.all([0, 1, 2, 3].map(cell => cellPicture(number, cell)));
  const places = [0, 1, 2, 3].map(cell => ({
    left: (cell % 2) * cellEdge,
    top: Math.floor(cell / 2) * cellEdge,
  }));
  const edge = cellEdge * 2;
  return sharp({ create: { width: edge, height: edge, channels: 3, background: '#000000' } })
    .composite(cells.map((input, index) => ({ input, ...(places[index] ?? { left: 0, top: 0 }) })))
    .png()
    .toBuffer();
}

/** A candidate, 0-3. */
export function cellPicture(number: number, cell: number): Promise<Buffer> {
  const background = { r: redLevel(number), g: 40 + cell * 50, b: 90 };
  return plainPicture({ width: cellEdge, height: cellEdge }, background).png().toBuffer();
}

/** What Midjourney shows while it works. */
export async function sketchPicture(number: number): Promise<Buffer> {
  return sharp(await gridPicture(number))
    .blur(8)
    .webp()
    .toBuffer();
}
