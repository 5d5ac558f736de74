/**
 * Synthesizes the sound of a scene: wind, water, animals, engines. The same seed gives the same sound, and a
 * longer sound begins like a shorter one.
 */
import type { KeyScene } from '../clip/painters/changing-scene.ts';
import type { Scene } from '../scene/scene.ts';
import { listSounds } from './scene-sounds.ts';
import { measureLoudness } from './loudness.ts';
import { type Sound, decibels, openTrack, sampleRate, type Track } from './signal/track.ts';
import { deriveSeed } from '../random/random.ts';

export interface SoundOptions {
  readonly seconds: number;
  readonly seed: number;
  /** The length of a loop, whose end flows into its beginning. A loop has no fades. */
  readonly loopSeconds?: number;
}

/**
 * Loudness is always measured over these first seconds, so that a longer sound begins like a shorter one.
 */
const heardSeconds = 6;
const fadeInSeconds = 0.3;
const fadeOutSeconds = 0.6;
/** The seconds over which the end of a loop is blended into its beginning, at most half of the loop. */
const seamSeconds = 1.5;

/** Makes the sound of a scene whose time of day or weather may change, in step with the picture. */
export function composeSound(keys: readonly KeyScene[], options: SoundOptions): Sound {
  const { seconds, seed, loopSeconds } = options;
  const seam = loopSeconds === undefined ? 0 : Math.min(seamSeconds, loopSeconds / 2);
  const length = (loopSeconds ?? seconds) + seam;
  const track = openTrack(Math.max(length, heardSeconds));
  for (const [index, { scene }] of keys.entries()) {
    addScene(track, scene, { seed, share: createFade(keys, index) });
  }
  limit(track);
  const channels = {
    left: track.left.slice(0, samplesIn(length)),
    right: track.right.slice(0, samplesIn(length)),
  };
  const { left, right } =
    loopSeconds === undefined ? fadeEnds(channels) : closeLoop(channels, { seconds, loopSeconds });
  const loops = loopSeconds !== undefined && seconds % loopSeconds === 0;
  return { samples: [left, right], sampleRate, ...(loops && { loops }) };
}

function samplesIn(seconds: number): number {
  return Math.round(seconds * sampleRate);
}

/**
 * The gain of one key scene at a time: it fades in until its own second and fades out with the next scene.
 */
function createFade(keys: readonly KeyScene[], index: number): (seconds: number) => number {
  const [before, key, next] = [keys[index - 1], keys[index], keys[index + 1]];
  const ramp = (from: number, to: number, seconds: number) =>
    Math.max(0, Math.min(1, (seconds - from) / Math.max(to - from, 1e-6)));
  return seconds => {
    const come = before ? ramp(before.seconds, key.seconds, seconds) : 1;
    return next ? Math.min(come, 1 - ramp(key.seconds, next.seconds, seconds)) : come;
  };
}

function addScene(
  track: Track,
  scene: Scene,
  part: { seed: number; share: (seconds: number) => number },
): void {
  const { layers, loudness } = listSounds(scene);
  const sceneTrack = openTrack(track.left.length / sampleRate);
  for (const { name, voice, level } of layers) {
    voice(sceneTrack, { seed: deriveSeed(part.seed, `sound ${name}`), gain: decibels(level - 24) });
  }
  const gain = decibels(loudness - measureLoudness(sceneTrack, samplesIn(heardSeconds)));
  for (let i = 0; i < track.left.length; i++) {
    const share = part.share(i / sampleRate) * gain;
    track.left[i] += sceneTrack.left[i] * share;
    track.right[i] += sceneTrack.right[i] * share;
  }
}

/** Compresses peaks above half of full scale, so that none exceeds 0.95. */
function limit(track: Track): void {
  for (const side of [track.left, track.right]) {
    for (let i = 0; i < side.length; i++) {
      const excess = Math.abs(side[i]) - 0.5;
      if (excess > 0) side[i] = Math.sign(side[i]) * (0.5 + 0.45 * Math.tanh(excess / 0.45));
    }
  }
}

function fadeEnds(track: Track): Track {
  const length = track.left.length;
  const [rise, fall] = [samplesIn(fadeInSeconds), samplesIn(fadeOutSeconds)];
  for (const side of [track.left, track.right]) {
    for (let i = 0; i < Math.min(rise, length); i++) side[i] *= Math.sin((Math.PI / 2) * (i / rise)) ** 2;
    for (let i = Math.max(0, length - fall); i < length; i++) {
      side[i] *= Math.sin((Math.PI / 2) * ((length - 1 - i) / fall)) ** 2;
    }
  }
  return track;
}

/** Crossfades what follows the end with the beginning, at constant loudness. */
function closeLoop(track: Track, { seconds, loopSeconds }: { seconds: number; loopSeconds: number }): Track {
  const length = samplesIn(loopSeconds);
  const overlap = track.left.length - length;
  const close = (side: Float32Array) => {
    const loop = side.subarray(0, length);
    for (let i = 0; i < overlap; i++) {
      const angle = (Math.PI / 2) * (i / overlap);
      loop[i] = loop[i] * Math.sin(angle) + side[length + i] * Math.cos(angle);
    }
    return Float32Array.from({ length: samplesIn(seconds) }, (_, i) => loop[i % length]);
  };
  return { left: close(track.left), right: close(track.right) };
}
