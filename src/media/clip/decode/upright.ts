/** Shows decoded frames as players do: turned, mirrored and stretched as the container declares. */
import type { InputVideoTrack } from 'mediabunny';
import type { PixelSize } from '../../picture/picture-file.ts';
import { type RawPicture, resizePicture } from '../../picture/picture.ts';

/** The display matrix and the pixel aspect ratio of a track. */
export interface Presentation {
  /** Clockwise, in degrees. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Whether left and right are exchanged after the rotation. */
  readonly isMirrored: boolean;
  /** The size at which its pixels are square, after the rotation. Absent if they are square already. */
  readonly size?: PixelSize;
}

export async function readPresentation(track: InputVideoTrack): Promise<Presentation> {
  const { num, den } = await track.getPixelAspectRatio();
  const size = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
  return {
    rotation: await track.getRotation(),
    isMirrored: await track.getFlip(),
    ...(num !== den && { size }),
  };
}

export async function turnUpright(picture: RawPicture, { size, ...turn }: Presentation): Promise<RawPicture> {
  const uprightPicture = turn.rotation === 0 && !turn.isMirrored ? picture : turnPicture(picture, turn);
  return size ? resizePicture(uprightPicture, size) : uprightPicture;
}

function turnPicture(
  { data, width, height }: RawPicture,
  { rotation, isMirrored }: Omit<Presentation, 'size'>,
): RawPicture {
  const source = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const isSideways = rotation % 180 !== 0;
  const [across, down] = isSideways ? [height, width] : [width, height];
  const target = new Uint32Array(source.length);
  // Where the first pixel comes from, and how far apart in the source are pixels that become
  // neighbors in a row and in a column.
  const [first, right, below] = {
    0: [0, 1, width],
    90: [(height - 1) * width, -width, 1],
    180: [source.length - 1, -1, -width],
    270: [width - 1, width, -1],
  }[rotation] as [number, number, number];
  const [start, step] = isMirrored ? [first + (across - 1) * right, -right] : [first, right];
  let at = 0;
  for (let row = 0; row < down; row++) {
    let from = start + row * below;
    for (let column = 0; column < across; column++, from += step) target[at++] = source[from]!;
  }
  return { data: new Uint8Array(target.buffer), width: across, height: down };
}
