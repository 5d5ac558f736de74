/** Clips that players rotate, mirror or stretch. Pictures and follow-ups look as in a player. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { RawPicture } from '../picture/picture.ts';
import { joinTwoClips, lastFrame, resizedClip } from './clip-frames.ts';
import type { PreparedClip } from './clip-work.ts';
import { probeClip } from './clip.ts';
import { runClipWork } from './run-clip-work.ts';

const clipNamed = (name: string) =>
  readFile(new URL(`../../../test/fixtures/clips/${name}`, import.meta.url));

/** The values a, b, c, d of display matrices (ISO/IEC 14496-12, 8.3.2). */
const matrices = {
  'a quarter to the right': [0, 1, -1, 0],
  'upside down': [-1, 0, 0, -1],
  'a quarter to the left': [0, -1, 1, 0],
  mirrored: [-1, 0, 0, 1],
} as const;

/** For each turn, the edges at which a player shows the red and the blue square of the clip. */
const edges = {
  'a quarter to the right': ['top', 'bottom'],
  'upside down': ['right', 'left'],
  'a quarter to the left': ['bottom', 'top'],
  mirrored: ['right', 'left'],
} as const;

async function turnClip([a, b, c, d]: readonly [number, number, number, number]): Promise<Uint8Array> {
  const clip = await clipNamed('h264.mov');
  const matrix = clip.indexOf('tkhd') + 4 + 40;
  for (const [index, value] of [a, b, 0, c, d, 0].entries())
    clip.writeInt32BE(value * 65_536, matrix + index * 4);
  return clip;
}

function prepare(clip: Uint8Array, width: number, height: number): Promise<PreparedClip> {
  return runClipWork({
    kind: 'prepare',
    clip,
    requestedSize: { width, height },
    tags: {},
    picks: [{ positions: [0] }],
  });
}

function colorAt(edge: string, { data, width, height }: RawPicture): 'red' | 'blue' | 'gray' {
  const x = edge === 'left' ? 3 : edge === 'right' ? width - 4 : width / 2;
  const y = edge === 'top' ? 3 : edge === 'bottom' ? height - 4 : height / 2;
  const [red = 0, , blue = 0] = data.subarray((y * width + x) * 4);
  if (Math.abs(red - blue) < 60) return 'gray';
  return red > blue ? 'red' : 'blue';
}

function assertUpright(picture: RawPicture, turn: keyof typeof matrices): void {
  const edgeColors = ['top', 'bottom', 'left', 'right'].map(edge => [colorAt(edge, picture), edge]);
  const [red, blue] = edges[turn];
  const expected = edgeColors.map(([, edge]) => [
    edge === red ? 'red' : edge === blue ? 'blue' : 'gray',
    edge,
  ]);
  assert.deepEqual(edgeColors, expected, turn);
}

for (const turn of Object.keys(matrices) as (keyof typeof matrices)[]) {
  test(`a clip shown ${turn} keeps its matrix, and its pictures, copies and follow-ups are upright`, async () => {
    const clip = await turnClip(matrices[turn]);
    const [width, height] = turn.includes('quarter') ? [64, 96] : [96, 64];
    const { bytes, facts, pictures } = await prepare(clip, width, height);
    assert.deepEqual([facts.width, facts.height], [width, height]);
    assertUpright(pictures![0]![0]!, turn);
    assertUpright(await lastFrame(bytes), turn);
    const joined = await joinTwoClips(bytes, bytes);
    assert.deepEqual([(await probeClip(joined)).width, (await probeClip(joined)).frames], [width, 48]);
    assertUpright(await lastFrame(joined), turn);
    const smaller = await resizedClip(bytes, { width: width / 2, height: height / 2 });
    assertUpright(await lastFrame(smaller), turn);
    const mixedClip = await joinTwoClips(bytes, smaller);
    assert.equal((await probeClip(mixedClip)).height, height);
    assertUpright(await lastFrame(mixedClip), turn);
  });
}

test('a clip with non-square pixels is shown and copied at its display width', async () => {
  const clip = await clipNamed('h264-wide-pixels.mp4');
  const { bytes, facts, pictures } = await prepare(clip, 192, 64);
  const [poster] = pictures![0]!;
  assert.deepEqual([facts.width, facts.height, poster?.width, poster?.height], [192, 64, 192, 64]);
  const joined = await joinTwoClips(bytes, bytes);
  const last = await lastFrame(joined);
  assert.deepEqual([(await probeClip(joined)).width, last.width, last.height], [192, 192, 64]);
});
