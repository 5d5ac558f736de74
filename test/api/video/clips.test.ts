/** Clips of every model, drawn by the built-in engine and checked by independent parsers. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import sharp from 'sharp';
import { inspectPicture } from '../../../src/media/picture/picture.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { ffprobe } from '../../support/programs/ffprobe.ts';
import { dataUrl, videoClient, type VideoClient } from '../../support/clients/video-client.ts';

let kinora: TestApp;
let client: VideoClient;

before(async () => {
  kinora = await startTestApp();
  client = videoClient(kinora);
});

const small = { resolution: '480p', aspect_ratio: '1:1' };

interface ExpectedClip {
  readonly seconds: number;
  readonly fps: number;
  readonly audio: boolean;
}

const clips: Record<string, [json: () => Promise<object>, ExpectedClip]> = {
  'text only, with sound': [
    async () => ({ model: 'sketch-motion', prompt: 'rain over a harbour', seconds: 2, audio: true }),
    { seconds: 2, fps: 24, audio: true },
  ],
  'a first frame, at 30 frames a second': [
    async () => ({
      model: 'sketch-motion',
      prompt: 'the boat drifts',
      seconds: 2,
      fps: 30,
      input_reference: await painting('#d06030', '#204060'),
    }),
    { seconds: 2, fps: 30, audio: false },
  ],
  'a model priced by the clip': [
    async () => ({ model: 'sketch-short', prompt: 'a fox runs through snow' }),
    { seconds: 4, fps: 24, audio: false },
  ],
  'a first and a last frame': [
    async () => ({
      model: 'sketch-frames',
      prompt: 'day to night',
      seconds: 2,
      first_frame: await painting('#90c0f0', '#508040'),
      last_frame: await painting('#101830', '#203020'),
    }),
    { seconds: 2, fps: 24, audio: false },
  ],
  'images of characters, with sound': [
    async () => ({
      model: 'sketch-cast',
      prompt: 'they walk on the beach',
      audio: true,
      reference_images: [await painting('#f0f0f0', '#c02020'), await painting('#f0f0f0', '#2020c0')],
    }),
    { seconds: 4, fps: 24, audio: true },
  ],
};

for (const [clipSource, [json, expectation]] of Object.entries(clips))
  test(`a clip from ${clipSource} is playable: H.264, all frames, index first, sound as requested`, async () => {
    const record = await client.make({ ...(await json()), ...small });
    assert.deepEqual([record.seconds, record.size], [String(expectation.seconds), '480x480']);
    const bytes = await downloadContent(record.id);
    await checkWithMediabunny(bytes, expectation);
    checkWithFfprobe(bytes, expectation);
    const sheet = await inspectPicture(await downloadContent(record.id, 'spritesheet'));
    const thumbnail = await inspectPicture(await downloadContent(record.id, 'thumbnail'));
    assert.ok(sheet.width >= 256, String(sheet.width));
    assert.equal(thumbnail.width, 480, 'it has the size of the clip');
  });

async function downloadContent(id: string, variant = 'video'): Promise<Buffer> {
  const response = await fetch(`${kinora.url}/v1/videos/${id}/content?variant=${variant}`, {
    headers: { authorization: `Bearer ${kinora.videoKey}` },
  });
  assert.equal(response.status, 200, variant);
  return Buffer.from(await response.arrayBuffer());
}

async function checkWithMediabunny(bytes: Buffer, { seconds, fps, audio }: ExpectedClip): Promise<void> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const video = await input.getPrimaryVideoTrack();
  assert.ok(video);
  assert.match((await video.getCodecParameterString()) ?? '', /^avc1\.(42|4d|64)/i);
  let frames = 0;
  for await (const packet of new EncodedPacketSink(video).packets()) {
    assert.equal(Math.round(packet.timestamp * fps), frames, 'frames have equal distances');
    frames++;
  }
  assert.equal(frames, seconds * fps);
  assert.equal(Math.round((await video.computeDuration()) * 1000), seconds * 1000);
  const sound = await input.getPrimaryAudioTrack();
  assert.equal(sound?.codec, audio ? 'aac' : undefined);
  if (sound) assert.ok(Math.abs((await sound.computeDuration()) - seconds) < 0.1);
  input.dispose();
  const [index, media] = ['moov', 'mdat'].map(type => bytes.indexOf(type, 0, 'latin1'));
  assert.ok(index !== undefined && media !== undefined && index > 0 && index < media, 'moov before mdat');
}

function checkWithFfprobe(bytes: Buffer, { seconds, fps, audio }: ExpectedClip): void {
  const report = ffprobe(bytes);
  if (!report) return;
  const [video] = report.streams.filter(stream => stream['codec_type'] === 'video');
  assert.ok(video);
  const { codec_name: codec, pix_fmt: pixels, profile, nb_read_frames: frames, r_frame_rate: rate } = video;
  assert.deepEqual([codec, pixels, Number(frames), rate], ['h264', 'yuv420p', seconds * fps, `${fps}/1`]);
  assert.match(String(profile), /Baseline|Main|High/);
  const sounds = report.streams.filter(stream => stream['codec_type'] === 'audio');
  assert.deepEqual(
    sounds.map(stream => stream['codec_name']),
    audio ? ['aac'] : [],
  );
  assert.ok(Math.abs(Number(report.format.duration) - seconds) < 0.1, report.format.duration);
}

/** A disc on a background: enough to be moved, blended or cut out. */
async function painting(ground: string, disc: string): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320"><rect width="320" height="320" fill="${ground}"/><circle cx="160" cy="180" r="90" fill="${disc}"/></svg>`;
  return dataUrl(await sharp(Buffer.from(svg)).png().toBuffer());
}
