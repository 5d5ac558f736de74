import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClipMove, readMotion } from './read-motion.ts';

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

test('changes of hour and weather are read with their direction', () => {
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

test('an hour that is only named does not change', () => {
  assert.deepEqual(readMotion('a fox at night in the rain'), { lapse: false });
});
