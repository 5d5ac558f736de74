/** Parameters of a video that the document leaves to the model's card, and that the card does not offer. */
import fc from 'fast-check';
import { changeField, type Fault } from './fault.ts';

const wrong: Readonly<Record<string, readonly unknown[]>> = {
  model: ['', 'sketch', 'sora-9', '__proto__', 'toString', 'x'.repeat(50_000)],
  prompt: [' ', '\n', 'x'.repeat(6001)],
  seconds: [0, -4, 5, 4.5, 1e300, '4s', '', ' 4', '0x4', '1e0', 'NaN'],
  duration: [5, '8', 6, -1],
  resolution: ['', '8k', '720', '-480p', 'x'.repeat(9000)],
  aspect_ratio: ['', '5:1', '0:0', '16:9:1', '-16:9'],
  fps: [0, 1000, -24, 23.976, 'fast'],
  seed: [-1, 2 ** 32, 1.5, 'abc', '-0', 1e300],
  size: ['', '1x1', '1280x721', '99999x99999', 'x', '1280×720', '-1280x720', '1920x1080'],
  input_reference: ['http://127.0.0.1/', 'x', ['x']],
  first_frame: ['x'],
  foo: [1, 'x', [], {}],
  constructor: ['x'],
  'a.b': [1],
};

export function wrongParameters(): Fault[] {
  const fault = 'a parameter that the model does not take';
  const change = fc.oneof(
    ...Object.entries(wrong).map(([name, values]) => changeField(name, fc.constantFrom(...values))),
  );
  return [
    { fault, path: '/v1/videos', change },
    {
      fault: 'fields that contradict each other',
      path: '/v1/videos',
      change: fc.constantFrom({ size: '854x480', resolution: '720p' }, { duration: 6 }),
    },
  ];
}
