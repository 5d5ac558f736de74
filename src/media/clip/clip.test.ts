import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import {
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { ClipError } from './decode/clip-error.ts';
import { joinClips, openClipEncoder, probeClip, remuxClip, type ClipOptions } from './clip.ts';
import type { ClipTags } from '../provenance/clip-tags.ts';
import { decodeClip } from './decode/decode-clip.ts';
import { encodableSize } from './encode-animation.ts';

test('a clip has the requested size, frame rate and exact length, and plays while it loads', async () => {
  for (const [width, height, framesPerSecond, frames] of [
    [64, 48, 24, 36],
    [50, 66, 30, 31],
    [16, 16, 12, 1],
  ] as const) {
    const facts = await probeClip(await encode({ width, height, framesPerSecond }, frames));
    const durationMs = Math.round((frames / framesPerSecond) * 1000);
    assert.deepEqual(facts, {
      width,
      height,
      framesPerSecond,
      frames,
      durationMs,
      codec: 'avc',
      moovFirst: true,
    });
  }
});

test('a key frame comes every second, so that seeking works', async () => {
  const bytes = await encode({ width: 32, height: 32, framesPerSecond: 10 }, 25);
  const track = await open(bytes).getPrimaryVideoTrack();
  assert.ok(track);
  const keys: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.type === 'key') keys.push(packet.timestamp);
  }
  assert.deepEqual(keys, [0, 1, 2]);
});

test('a clip declares its color space', async () => {
  const bytes = await encode({ width: 32, height: 32, framesPerSecond: 10 }, 1);
  const config = await (await open(bytes).getPrimaryVideoTrack())?.getDecoderConfig();
  assert.deepEqual(
    { ...config?.colorSpace },
    { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
  );
});

test('tags are read back unchanged', async () => {
  const tags = {
    title: 'Füchse & 狐狸 🦊 "<x>"',
    comment: 'Seed: 7',
    createdAt: '2026-11-21T10:00:00.000Z',
  };
  const bytes = await encode({ width: 32, height: 32, framesPerSecond: 10 }, 1, tags);
  const { title, comment, date, raw } = await open(bytes).getMetadataTags();
  assert.deepEqual([title, comment], [tags.title, tags.comment]);
  assert.equal(date?.toISOString().slice(0, 10), '2026-11-21');
  assert.equal(raw?.['©too'], 'Kinora');
});

test('a better quality makes a larger file', async () => {
  const sizes: number[] = [];
  for (const quality of ['draft', 'good', 'best'] as const) {
    sizes.push((await encode({ width: 128, height: 128, framesPerSecond: 10, quality }, 4)).length);
  }
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(sizes).size, 3);
});

test('an invalid size or frame rate is rejected with the name of the parameter', async () => {
  const good = { width: 64, height: 64, framesPerSecond: 24 };
  await assert.rejects(
    openClipEncoder({ ...good, width: 63 }),
    /width of a clip must be an even number .* not 63/,
  );
  await assert.rejects(openClipEncoder({ ...good, height: 4098 }), /height of a clip/);
  await assert.rejects(openClipEncoder({ ...good, height: 33.5 }), ClipError);
  await assert.rejects(openClipEncoder({ ...good, framesPerSecond: 0 }), /frames per second, not 0/);
  await assert.rejects(openClipEncoder({ ...good, framesPerSecond: Number.NaN }), ClipError);
});

test('an encoder rejects a frame of the wrong size and accepts the next', async () => {
  const encoder = await openClipEncoder({ width: 32, height: 32, framesPerSecond: 10 });
  try {
    assert.throws(() => encoder.addFrame(new Uint8Array(32 * 31 * 4)), /has 4096 bytes, not 3968/);
    encoder.addFrame(frame(32, 32, 0));
    assert.equal((await probeClip(await encoder.finish({}))).frames, 1);
  } finally {
    encoder.close();
  }
});

test('a clip without frames cannot be finished', async () => {
  const encoder = await openClipEncoder({ width: 32, height: 32, framesPerSecond: 10 });
  await assert.rejects(encoder.finish({}), /at least one frame/);
  encoder.close();
});

test('an abandoned encoder, or one closed twice, does not affect the next one', async () => {
  for (let round = 0; round < 6; round++) {
    const abandonedEncoder = await openClipEncoder({ width: 64, height: 64, framesPerSecond: 10 });
    abandonedEncoder.addFrame(frame(64, 64, round));
    abandonedEncoder.close();
    abandonedEncoder.close();
    assert.throws(() => abandonedEncoder.addFrame(frame(64, 64, round)), /closed/);
  }
  assert.equal((await probeClip(await encode({ width: 64, height: 64, framesPerSecond: 10 }, 2))).frames, 2);
});

test('two encoders open at once in one thread do not mix their frames', async () => {
  const small = await openClipEncoder({ width: 32, height: 32, framesPerSecond: 10 });
  const large = await openClipEncoder({ width: 64, height: 64, framesPerSecond: 20 });
  for (let index = 0; index < 3; index++) {
    small.addFrame(frame(32, 32, index));
    large.addFrame(frame(64, 64, index));
  }
  large.addFrame(frame(64, 64, 3));
  const facts = [await probeClip(await small.finish({})), await probeClip(await large.finish({}))];
  small.close();
  large.close();
  assert.deepEqual(
    facts.map(({ width, frames, durationMs }) => [width, frames, durationMs]),
    [
      [32, 3, 300],
      [64, 4, 200],
    ],
  );
});

test('two threads can encode at the same time and exit on their own', async () => {
  const script = `async ({ openClipEncoder }) => {
    const encoder = await openClipEncoder({ width: 64, height: 64, framesPerSecond: 10 });
    for (let index = 0; index < 5; index++) encoder.addFrame(new Uint8Array(64 * 64 * 4).fill(index * 40));
    const bytes = await encoder.finish({});
    encoder.close();
    return bytes;
  }`;
  const clips = await Promise.all([inThread<Uint8Array>(script), inThread<Uint8Array>(script)]);
  for (const bytes of clips) assert.equal((await probeClip(bytes)).frames, 5);
});

test('the largest frames that H.264 allows are encoded, and larger pictures are made smaller', async () => {
  for (const [width, height] of [
    [4096, 4096],
    [5000, 100],
  ] as const) {
    const size = encodableSize({ width, height });
    assert.ok(
      Math.abs(size.width / size.height - width / height) < 0.05 * (width / height),
      `${width}x${height}`,
    );
    const encoder = await openClipEncoder({ ...size, framesPerSecond: 24 });
    encoder.addFrame(new Uint8Array(size.width * size.height * 4).fill(90));
    assert.equal((await probeClip(await encoder.finish({}))).width, size.width);
    encoder.close();
  }
});

test('clips of one size join, and every frame is decoded as it was drawn', async () => {
  const options = { width: 64, height: 48, framesPerSecond: 8 } as const;
  const parts = [await encode(options, 9), await encode(options, 5)];
  const joined = await joinClips(parts, 8);
  const drawnFrames = Array.from({ length: 9 }, (_, index) => frame(64, 48, index));
  const shownIndexes: number[] = [];
  await decodeClip(joined, async decoded => {
    const { data } = await decoded.toPicture();
    const differences = drawnFrames.map(rgba =>
      rgba.reduce((sum, value, index) => sum + Math.abs(value - data[index]!), 0),
    );
    shownIndexes.push(differences.indexOf(Math.min(...differences)));
  });
  assert.deepEqual(shownIndexes, [...Array(9).keys(), ...Array(5).keys()]);
});

test('an incomplete clip is rejected', async () => {
  const completeClip = await encode({ width: 64, height: 64, framesPerSecond: 10 }, 10);
  const truncatedClips = [
    completeClip.subarray(0, completeClip.length - 10),
    completeClip.subarray(0, completeClip.length / 2),
    completeClip.subarray(0, 200),
  ];
  for (const bytes of [
    ...truncatedClips,
    new Uint8Array(0),
    new Uint8Array(500),
    Buffer.from('<html>Not found</html>'),
  ]) {
    await assert.rejects(probeClip(bytes), ClipError);
    await assert.rejects(remuxClip(bytes.subarray(0, 200), {}), ClipError);
  }
});

test('remuxing a foreign clip moves its index to the front, sets tags and keeps every frame', async () => {
  const foreign = await withIndexLast(await encode({ width: 32, height: 32, framesPerSecond: 10 }, 7));
  const before = await probeClip(foreign);
  const { bytes } = await remuxClip(foreign, { title: 'New' });
  assert.equal(before.moovFirst, false);
  assert.deepEqual(await probeClip(bytes), { ...before, moovFirst: true });
  assert.equal((await open(bytes).getMetadataTags()).title, 'New');
});

/** Returns the clip as other encoders write it. */
async function withIndexLast(bytes: Uint8Array): Promise<Uint8Array> {
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new BufferTarget(),
  });
  const conversion = await Conversion.init({ input: open(bytes), output, showWarnings: false });
  await conversion.execute();
  return new Uint8Array(output.target.buffer!);
}

/**
 * Runs the script, a function of this module's exports, in a new thread, and waits
 * until that thread has ended.
 */
async function inThread<Result>(script: string): Promise<Result> {
  const code = `const { workerData, parentPort } = require('node:worker_threads');
    import(workerData).then(${script}).then(result => parentPort.postMessage(result));`;
  const worker = new Worker(code, { eval: true, workerData: new URL('clip.ts', import.meta.url).href });
  const [[result]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return result;
}

async function encode(options: ClipOptions, frames: number, tags: ClipTags = {}): Promise<Uint8Array> {
  const encoder = await openClipEncoder(options);
  try {
    for (let index = 0; index < frames; index++)
      encoder.addFrame(frame(options.width, options.height, index));
    return await encoder.finish(tags);
  } finally {
    encoder.close();
  }
}

/** Moving stripes over a gradient. */
function frame(width: number, height: number, index: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < rgba.length; at += 4) {
    const x = (at / 4) % width;
    rgba.set([x * 3, ((at >> 8) * 5) & 255, (x + index) % 16 < 8 ? 200 : 20, 255], at);
  }
  return rgba;
}

function open(bytes: Uint8Array): Input {
  return new Input({ source: new BufferSource(bytes), formats: [MP4] });
}
