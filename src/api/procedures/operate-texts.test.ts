import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operateText } from './operate-texts.ts';

test('a detail that has a Chinese form is shown in it', () => {
  const details = { engine: 'gpu-1', needs: 'inpainting', needsZh: '局部重绘' };
  assert.equal(operateText('operation_needs', details, 'zh'), 'gpu-1 无法执行：需要局部重绘。');
  assert.equal(
    operateText('operation_needs', details, 'en'),
    'gpu-1 cannot do it: it would need inpainting.',
  );
});
