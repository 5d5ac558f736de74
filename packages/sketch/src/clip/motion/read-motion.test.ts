import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMotion } from './read-motion.ts';
import type { ClipMove } from '../../scene/clip-plan.ts';

test('camera moves are read in English and Chinese', () => {
  const prompts: Record<string, ClipMove> = {
    'a lake, camera pans left': 'pan-left',
    'slow zoom out of a city': 'zoom-out',
    'handheld shot of a market': 'handheld',
    'crane shot over a village': 'crane-up',
    'tracking shot of a horse': 'track',
    'the camera follows a car': 'track',
    'dolly in on a cabin': 'dolly-in',
    'orbit shot of a castle': 'orbit',
    'static shot of a tree': 'static',
    'camera tilts up to the sky': 'tilt-up',
    手持拍摄的街道: 'handheld',
    '镜头推进 一座城堡': 'dolly-in',
  };
  for (const [prompt, move] of Object.entries(prompts)) assert.equal(readMotion(prompt).move, move, prompt);
  assert.equal(readMotion('a red fox').move, undefined);
});

test('a camera word is understood alone, in a clause of its own and before its target', () => {
  const prompts: Record<string, ClipMove> = {
    'a castle, pan': 'pan-right',
    'pan over a city': 'pan-right',
    'a slow pan left across a market': 'pan-left',
    'tilt over a city': 'tilt-up',
    'camera tilting upward': 'tilt-up',
    'camera pans down from the sky to a village': 'tilt-down',
    'dolly forward along a street': 'dolly-in',
    'slow dolly towards a house': 'dolly-in',
    'dolly out from a cabin': 'dolly-out',
    'zooming slowly out': 'zoom-out',
    'circle around a tower': 'orbit',
    'a castle, orbit': 'orbit',
    'orbit around a castle': 'orbit',
    'drone orbiting a lighthouse': 'orbit',
    'a village in the rain, static': 'static',
    'the camera does not move, rain falls': 'static',
    环绕城堡: 'orbit',
    '城市，拉远': 'dolly-out',
    '平移，城市': 'pan-right',
    '固定机位，雨中的村庄': 'static',
    镜头缓缓抬起: 'tilt-up',
  };
  for (const [prompt, move] of Object.entries(prompts)) assert.equal(readMotion(prompt).move, move, prompt);
});

test('words that only resemble camera terms are not read as camera moves', () => {
  const prompts = [
    'a frying pan on a stove',
    'pots and pans',
    'a pan of soup',
    'static electricity',
    'tilt shift photo of a town',
    'dolly the sheep',
    'a gold digger panning for gold',
    'birds circling around a tower',
    'a car zooms down the road',
    'a crane standing in a lake',
    'Peter Pan flying over London',
    'a satellite orbiting the earth',
    '群山环绕的湖',
  ];
  for (const prompt of prompts) assert.equal(readMotion(prompt).move, undefined, prompt);
});

test('changes of time of day and weather are read with their direction', () => {
  assert.deepEqual(readMotion('a harbour, day to night time-lapse'), {
    begins: { time: 'afternoon' },
    becomes: { time: 'night' },
    lapse: true,
  });
  assert.deepEqual(readMotion('it starts to snow').becomes, { weather: 'snow' });
  assert.deepEqual(readMotion('night falls').becomes, { time: 'night' });
  assert.deepEqual(readMotion('the rain stops').becomes, { weather: 'clear' });
  assert.deepEqual(readMotion('fog rolls in over the hills').becomes, { weather: 'fog' });
  assert.deepEqual(readMotion('从白天到夜晚的城市').becomes, { time: 'night' });
  assert.deepEqual(readMotion('开始下雪').becomes, { weather: 'snow' });
});

test('a time of day or weather that is only named is no change', () => {
  assert.deepEqual(readMotion('a fox at night in the rain'), { lapse: false });
});
