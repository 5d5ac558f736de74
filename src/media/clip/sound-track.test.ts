import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BufferSource, EncodedPacketSink, Input, type InputTrack, MP4 } from 'mediabunny';
import { ClipError } from './decode/clip-error.ts';
import { joinClips, openClipEncoder, probeClip, remuxClip } from './clip.ts';
import { addSound } from './sound-track.ts';
import type { Sound } from './encode/aac-encoder.ts';

const size = { width: 64, height: 48 };
const tags = { title: 'A title', comment: 'A comment', createdAt: '2026-01-02T00:00:00.000Z' };

async function makePart(frames: number): Promise<Uint8Array> {
  const encoder = await openClipEncoder({ ...size, framesPerSecond: 24 });
  try {
    for (let index = 0; index < frames; index++) {
      encoder.addFrame(new Uint8Array(size.width * size.height * 4).fill(index * 5));
    }
    return await encoder.finish({});
  } finally {
    encoder.close();
  }
}

async function makeClip(...frames: number[]): Promise<Uint8Array> {
  return (await remuxClip(await joinClips(await Promise.all(frames.map(makePart)), 24), tags)).bytes;
}

/** Silence with a beep of 10 ms. */
function beepAt(seconds: number, length: number): Sound {
  const side = new Float32Array(length * 48_000);
  for (let i = 0; i < 480; i++) side[seconds * 48_000 + i] = 0.7 * Math.sin(i * 0.13);
  return { samples: [side, side], sampleRate: 48_000 };
}

async function readPackets(track: InputTrack) {
  const packets = await Array.fromAsync(new EncodedPacketSink(track).packets());
  return packets.map(({ data, timestamp, duration, type }) => ({
    data: Buffer.from(data),
    timestamp,
    duration,
    type,
  }));
}

async function withTracks<Result>(
  bytes: Uint8Array,
  work: (tracks: { input: Input; video: InputTrack; audio: InputTrack | null }) => Promise<Result>,
): Promise<Result> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  try {
    const video = await input.getPrimaryVideoTrack();
    assert.ok(video);
    return await work({ input, video, audio: await input.getPrimaryAudioTrack() });
  } finally {
    input.dispose();
  }
}

test('adding sound keeps the frames and tags of a clip, and puts its index first', async () => {
  const clip = await makeClip(24, 25);
  const sounding = await addSound(clip, beepAt(0.5, 5));
  const sound = { codec: 'aac', sampleRate: 48_000, channels: 2, durationMs: 2042 };
  assert.deepEqual(await probeClip(sounding), { ...(await probeClip(clip)), sound });
  const look = (bytes: Uint8Array) =>
    withTracks(bytes, async ({ input, video }) => ({
      packets: await readPackets(video),
      config: (await (await input.getPrimaryVideoTrack())!.getDecoderConfig())!,
      tags: await input.getMetadataTags(),
    }));
  assert.deepEqual(await look(sounding), await look(clip));
});

test('the sound is AAC in stereo at 48 kHz, and as long as the clip', async () => {
  for (const frames of [24, 37, 97]) {
    const sounding = await addSound(await makeClip(frames), beepAt(0.5, 5));
    await withTracks(sounding, async ({ input, video, audio }) => {
      assert.ok(audio);
      const sound = (await input.getPrimaryAudioTrack())!;
      assert.equal(await sound.getCodecParameterString(), 'mp4a.40.2');
      assert.equal(await sound.getSampleRate(), 48_000);
      assert.equal(await sound.getNumberOfChannels(), 2);
      const difference = (await audio.computeDuration()) - (await video.computeDuration());
      assert.ok(Math.abs(difference) < 1 / 48_000, `${difference} s`);
    });
  }
});

test('a beep stays at its time, even after the tags are changed', async () => {
  const sounding = await addSound(await makeClip(72), beepAt(1, 3));
  for (const bytes of [sounding, (await remuxClip(sounding, tags)).bytes]) {
    await withTracks(bytes, async ({ audio }) => {
      assert.ok(audio);
      const packets = await readPackets(audio);
      assert.ok(Math.abs(packets[0]!.timestamp + 1024 / 48_000) < 1e-6, 'the encoder delay is before time 0');
      const largest = packets.reduce((one, other) => (other.data.length > one.data.length ? other : one));
      // A packet covers twice its length from its start.
      assert.ok(Math.abs(largest.timestamp - 1) < 2.5 * (1024 / 48_000), `${largest.timestamp} s`);
    });
  }
});

test('clips with sound and bytes that are no clip are rejected', async () => {
  const sounding = await addSound(await makeClip(24), beepAt(0.5, 2));
  await assert.rejects(addSound(sounding, beepAt(0.5, 2)), ClipError);
  await assert.rejects(addSound(new Uint8Array(500), beepAt(0.5, 2)), ClipError);
});

test('the sound of a loop continues from its other end, instead of a click after silence', async () => {
  const sizes = async (beep: number, loops: boolean) => {
    const sounding = await addSound(await makeClip(48), { ...beepAt(beep, 2), loops });
    const packets = await withTracks(sounding, ({ audio }) => readPackets(audio!));
    assert.ok(packets[0]!.timestamp < 0 && packets[0]!.timestamp > -0.03);
    return packets.map(({ data }) => data.length);
  };
  const [beginning, end] = [0, 1.99];
  const [plain, round] = [await sizes(end, false), await sizes(end, true)];
  assert.equal(round.length, plain.length);
  assert.ok(round[0]! > plain[0]! * 3, `the encoder delay takes ${round[0]} bytes instead of ${plain[0]}`);
  const [last, lastRound] = [await sizes(beginning, false), await sizes(beginning, true)];
  assert.ok(
    lastRound.at(-1)! > last.at(-1)! * 3,
    `the end takes ${lastRound.at(-1)} bytes instead of ${last.at(-1)}`,
  );
});
