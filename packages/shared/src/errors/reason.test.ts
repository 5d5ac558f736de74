import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorText } from './errors.ts';
import { engineReasons } from './engine-reasons.ts';
import { fieldReasons } from './field-reasons.ts';
import { jobReasons } from './job-reasons.ts';
import { linkReasons } from './link-reasons.ts';
import { mediaReasons } from './media-reasons.ts';
import { reason, reasonTable, reasonTexts, appendMessage, type Reason } from './reason.ts';
import { oauthReasons } from './oauth-reasons.ts';
import { requestReasons } from './request-reasons.ts';
import { workflowReasons } from './workflow-reasons.ts';

/** What clients read of a reason before reasons had codes. The texts must not become worse. */
const expectedTexts: readonly (readonly [Reason, en: string, zh: string])[] = [
  [reason('status_returned', { status: 502 }), 'it responded with status 502', '返回了状态码 502'],
  [
    reason('connect_no_tls'),
    'could not connect to its URL because TLS failed, as the server does not use it',
    '无法连接其地址：TLS 握手失败，该服务器未使用 TLS',
  ],
  [reason('refused'), 'it gave no reason', '未说明原因'],
  [reason('program_exited', { code: 3 }), 'its program exited with code 3', '其程序以退出码 3 结束'],
  [
    appendMessage(reason('program_exited', { code: 3 }), 'no memory (a.py)'),
    'its program exited with code 3: no memory (a.py)',
    '其程序以退出码 3 结束: no memory (a.py)',
  ],
  [
    reason('result_count', { made: '2 pictures', madeZh: 2, wanted: 4 }),
    'it made 2 pictures instead of 4',
    '生成了 2 个结果，应为 4 个',
  ],
  [reason('result_file_missing', { name: '"0.png"' }), 'its file "0.png" is missing', '缺少其文件 "0.png"'],
  [reason('memory'), 'it ran out of memory', '内存不足'],
  [
    reason('workflow_values', { items: 'KSampler.sampler_name: x' }),
    'it does not accept values of the workflow: KSampler.sampler_name: x',
    '不接受工作流中的值：KSampler.sampler_name: x',
  ],
  [
    reason('fetch_status', { status: 404 }),
    'its file cannot be fetched: status 404',
    '无法获取其文件：状态码 404',
  ],
  [
    reason('images_missing', { found: 2, wanted: 4 }),
    'it returned 2 of 4 images',
    '只返回了 4 张图片中的 2 张',
  ],
  [
    reason('pixels_instead', { size: '64x64', wanted: '1024x1024' }),
    '64x64 pixels instead of 1024x1024',
    '尺寸为 64x64 像素，应为 1024x1024',
  ],
  [
    reason('clips_instead', { made: '1 clip', madeZh: 1, wanted: 2 }),
    '1 clip instead of 2',
    '有 1 段视频，应为 2 段',
  ],
  [
    reason('length_instead', { length: 1500, wanted: 3000 }),
    'a clip of 1500 ms instead of 3000 ms',
    '视频时长为 1500 毫秒，应为 3000 毫秒',
  ],
  [
    reason('clip_frames', { count: 40_000, limit: 36_000 }),
    'The clip has 40000 frames. Allowed: 36000.',
    '视频有 40000 帧，上限为 36000 帧。',
  ],
  [reason('lost'), 'it lost the job', '丢失了任务'],
  [reason('offer_none'), 'None of its engines supports this operation.', '它的引擎都不支持。'],
  [reason('later'), 'expected a time in the future.', '应为将来的时间。'],
];

test('the texts of reasons are those that clients know', () => {
  for (const [cause, en, zh] of expectedTexts)
    assert.deepEqual(reasonTexts(cause), { reason: en, reasonZh: zh });
});

test('a reason within a reason is in the language of the whole', () => {
  const unread = reason('result_file_unread', { name: '"0.png"', said: reason('picture_damaged') });
  assert.deepEqual(reasonTexts(unread), {
    reason: 'its file "0.png" cannot be read: The picture cannot be decoded.',
    reasonZh: '无法读取其文件 "0.png"：图片无法解码。',
  });
  const last = reason('last_frame', { cause: reason('clip_codec') });
  assert.match(
    String(reasonTexts(last).reasonZh),
    /^无法读取视频的最后一帧：没有解码器支持其编码或配置。 请续写/,
  );
});

test('a verdict of the engine is said once, in both languages', () => {
  const rejectedTexts = { ...reasonTexts(reason('rejected', { said: 'a: b' })) };
  assert.equal(errorText('engine_rejected', rejectedTexts), 'The engine rejected the job: a: b');
  assert.equal(errorText('engine_rejected', rejectedTexts, 'zh'), '引擎拒绝了任务：a: b');
  const refusedTexts = { ...reasonTexts(appendMessage(reason('refused', { said: 'zeppelin' }), 'zeppelin')) };
  assert.equal(errorText('content_refused', refusedTexts), 'The engine rejected the content: zeppelin');
  const bare = { ...reasonTexts(reason('refused', { said: '' })) };
  assert.equal(errorText('content_refused', bare), 'The engine rejected the content: it gave no reason');
  assert.equal(errorText('content_refused', bare, 'zh'), '引擎拒绝了内容：未说明原因');
});

test('each code is in one part of the table only', () => {
  const parts = [
    engineReasons,
    fieldReasons,
    jobReasons,
    linkReasons,
    mediaReasons,
    oauthReasons,
    requestReasons,
    workflowReasons,
  ];
  const codes = parts.flatMap(part => Object.keys(part));
  assert.equal(new Set(codes).size, codes.length);
  assert.equal(codes.length, Object.keys(reasonTable).length);
});
