import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { engineReason, knownReasons } from './engine-reasons.ts';
import { errorText } from '@kinora/shared/errors/errors';

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

test('a verdict of the engine is said once, in both languages', () => {
  const rejected = engineReason('it rejected the job: a: b');
  assert.equal(errorText('engine_rejected', rejected), 'The engine rejected the job: a: b');
  assert.equal(errorText('engine_rejected', rejected, 'zh'), '引擎拒绝了任务：a: b');
  const refused = engineReason('it refused the content: zeppelin', 'zeppelin');
  assert.equal(errorText('content_refused', refused), 'The engine rejected the content: zeppelin');
  const bare = engineReason('it refused the content');
  assert.equal(errorText('content_refused', bare), 'The engine rejected the content: it gave no reason');
  assert.equal(errorText('content_refused', bare, 'zh'), '引擎拒绝了内容：未说明原因');
});

test('each reason in the table is given by the code', () => {
  const files = globSync(['src/{engines,operate,media}/**/*.ts', 'src/core/tasks/work/*.ts']);
  const sources = files.map(file => readFileSync(file, 'utf8')).join('\n');
  for (const reason of knownReasons) {
    // The longest part without a value, or a noun that is counted (`countOf`).
    const [part = ''] = reason
      .split(/\{count\} (?:picture|clip|frame)s?|\{\w+\}/)
      .toSorted((one, other) => other.length - one.length);
    assert.ok(sources.includes(part), reason);
  }
});

test('why a file is not usable is given in both languages', () => {
  const details = engineReason('a clip of 1500 ms instead of 3000 ms');
  assert.equal(
    errorText('engine_media_invalid', details),
    'The engine reported success but returned no usable file: a clip of 1500 ms instead of 3000 ms',
  );
  assert.equal(
    errorText('engine_media_invalid', details, 'zh'),
    '引擎报告成功，但没有返回可用的文件：视频时长为 1500 毫秒，应为 3000 毫秒',
  );
  assert.equal(
    engineReason('64x64 pixels instead of 1024x1024').reasonZh,
    '尺寸为 64x64 像素，应为 1024x1024',
  );
});
