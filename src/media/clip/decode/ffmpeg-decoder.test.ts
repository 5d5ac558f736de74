/** The limits of ffmpeg, with a program in its place that exceeds each of them. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { EncodedPacket, EncodedPacketSink } from 'mediabunny';
import { ClipError } from './clip-error.ts';
import { openFfmpegDecoder } from './ffmpeg-decoder.ts';
import { videoTrack, withClip } from './open-clip.ts';

const clip = await readFile(new URL('../../../../test/fixtures/clips/vp9.mp4', import.meta.url));
const header = 'YUV4MPEG2 W2 H2 F1:1 C420jpeg\\n';
const frame = 'FRAME\\n123456';

let folder: string;
before(async () => (folder = await mkdtemp(join(tmpdir(), 'kinora-ffmpeg-'))));
after(() => rm(folder, { recursive: true }));

/** Decodes the clip with a shell script that has the decoder and then does this. Returns the frames. */
async function decodeBy(script: string, { cpuSeconds = 60, memoryBytes = 1024 ** 3 } = {}): Promise<number> {
  const program = join(folder, 'program');
  const listing = 'case "$*" in *-decoders*) echo " V....D vp9  Google VP9"; exit;; esac';
  await writeFile(program, `#!/bin/sh\n${listing}\n${script}\n`, { mode: 0o755 });
  const decode = await openFfmpegDecoder('vp9', undefined, { program, limits: { cpuSeconds, memoryBytes } });
  assert.ok(decode);
  return withClip(clip, async input => {
    const packets = new EncodedPacketSink(await videoTrack(input)).packets();
    let frames = 0;
    for await (const { width } of decode(packets)) frames += width / 2;
    return frames;
  });
}

const rejects = (work: Promise<number>, code: string) =>
  assert.rejects(work, error => error instanceof ClipError && error.reason.code === code);

test('frames are read until the program ends', async () => {
  assert.equal(await decodeBy(`cat > /dev/null; printf '${header}${frame}${frame}'`), 2);
});

test('a program that computes too long is ended', async () => {
  await rejects(decodeBy('while :; do :; done', { cpuSeconds: 1 }), 'clip_costly');
});

test('a program that takes too much memory fails', async () => {
  const take = 'dd if=/dev/zero of=/dev/null bs=400M count=1 2> /dev/null || exit 244';
  const script = `cat > /dev/null; ${take}; printf '${header}${frame}'`;
  assert.equal(await decodeBy(script), 1);
  await rejects(decodeBy(script, { memoryBytes: 200 * 1024 ** 2 }), 'clip_costly');
});

test('a program writes no file and gets no settings of the server', async () => {
  const file = join(folder, 'written');
  const script = `cat > /dev/null; test -z "$HOME$KINORA_DATA_DIR" || exit 1; echo text > ${file}`;
  await assert.rejects(decodeBy(script), ClipError);
  assert.equal(await readFile(file, 'utf8'), '');
});

test('more frames than the clip has, or what is no frame, are rejected', async () => {
  await rejects(decodeBy(`printf '${header}'; while :; do printf '${frame}'; done`), 'clip_frame_damaged');
  await rejects(decodeBy(`cat > /dev/null; printf '${header}${frame}1${frame}'`), 'clip_frame_damaged');
  await rejects(decodeBy('yes'), 'clip_frame_damaged');
  await rejects(decodeBy('exec cat /dev/zero'), 'clip_frame_damaged');
});

test('a program that fails, or does not read, is a damaged frame', async () => {
  await rejects(decodeBy(`printf '${header}'; exit 1`), 'clip_frame_damaged');
});

test('a program without the decoder, an old one and a missing one are not used', async () => {
  const limits = { cpuSeconds: 1, memoryBytes: 1024 ** 3 };
  const [h263, vp9] = ['echo " V....D h263  H.263"', 'echo " V....D vp9  Google VP9"'];
  const program = join(folder, 'program');
  for (const [script, isUsed] of [
    [h263, false],
    [`echo "ffmpeg version 4.4.2-0ubuntu0.22.04.1" >&2; ${vp9}`, false],
    [`echo "ffmpeg version n5.1.2" >&2; ${vp9}`, true],
  ] as const) {
    await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const decode = await openFfmpegDecoder('vp9', undefined, { program, limits });
    assert.equal(decode !== undefined, isUsed, script);
  }
  assert.equal(
    await openFfmpegDecoder('vp9', undefined, { program: join(folder, 'none'), limits }),
    undefined,
  );
});

test('packets that cannot be read are an error, also if the program ends well', async () => {
  const program = join(folder, 'program');
  const listing = 'case "$*" in *-decoders*) echo " V....D hevc  HEVC"; exit;; esac';
  await writeFile(program, `#!/bin/sh\n${listing}\nexec cat > /dev/null\n`, { mode: 0o755 });
  const limits = { cpuSeconds: 10, memoryBytes: 1024 ** 3 };
  // The lengths of units have four bytes, and there are no parameter sets.
  const description = new Uint8Array(23).fill(3);
  description[22] = 0;
  const decode = await openFfmpegDecoder('hevc', description, { program, limits });
  assert.ok(decode);
  const packets = async function* () {
    yield new EncodedPacket(Uint8Array.of(0, 0, 0, 9, 1), 'key', 0, 1);
  };
  await assert.rejects(async () => {
    for await (const { width } of decode(packets())) assert.fail(`${width}`);
  }, RangeError);
});

test('a program is asked once for its decoders, however many parts of a clip it decodes', async () => {
  const program = join(folder, 'asked');
  const callsPath = join(folder, 'times');
  await writeFile(program, `#!/bin/sh\necho asked >> ${callsPath}\necho " V....D vp9  Google VP9"\n`, {
    mode: 0o755,
  });
  const ffmpeg = { program, limits: { cpuSeconds: 1, memoryBytes: 1024 ** 3 } };
  const decoders = await Promise.all([1, 2, 3].map(() => openFfmpegDecoder('vp9', undefined, ffmpeg)));
  assert.equal(decoders.filter(Boolean).length, 3);
  assert.equal(await readFile(callsPath, 'utf8'), 'asked\n');
});
