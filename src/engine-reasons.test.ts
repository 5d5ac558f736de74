import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { engineReason, knownReasons } from './engine-reasons.ts';

test('a reason is shown in both languages, with its values and the message of the engine', () => {
  assert.deepEqual(engineReason('it responded with status 502'), {
    reason: 'it responded with status 502',
    reasonZh: '返回了状态码 502',
  });
  assert.deepEqual(engineReason('its program exited with code 3', 'no memory (a.py)'), {
    reason: 'its program exited with code 3: no memory (a.py)',
    reasonZh: '其程序以退出码 3 结束: no memory (a.py)',
  });
  assert.deepEqual(engineReason('its file "0.png" cannot be read: This is not a PNG file.'), {
    reason: 'its file "0.png" cannot be read: This is not a PNG file.',
    reasonZh: '无法读取其文件 "0.png"：This is not a PNG file.',
  });
  assert.deepEqual(engineReason('the moon is full'), { reason: 'the moon is full' });
});

test('each reason in the table is used by an adapter', () => {
  const files = globSync(['src/{engines,operate}/**/*.ts', 'src/tasks/work/*.ts']);
  const sources = files.map(file => readFileSync(file, 'utf8')).join('\n');
  for (const reason of knownReasons) {
    const [beginning = ''] = reason.split('{');
    assert.ok(sources.includes(beginning), reason);
  }
});
