/**
 * The video interface over HTTP: create, poll, download. The scripted engine generates the clips, because
 * only the interface is under test.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { probeClip } from '../../../src/media/clip/clip.ts';
import { call, until, videoEnd, type TestApp } from '../../support/servers/app.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
const create = (json: unknown, headers: Record<string, string> = {}) =>
  call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json, headers });
const small = { model: 'sketch-motion', resolution: '480p', aspect_ratio: '1:1', seconds: 2 };

before(async () => {
  kinora = await startScriptedApp();
});

test('a clip is created, polled and downloaded from the URL in its metadata', async () => {
  const { status, body: created } = await create({ ...small, prompt: 'waves' });
  assert.equal(status, 200);
  assert.equal(created.id, created.task_id);
  assert.ok(['queued', 'in_progress'].includes(created.status));
  assert.ok(!('metadata' in created) && !('error' in created));
  const { completed_at: completedAt, expires_at: expiresAt, remixed_from_video_id: from } = created;
  assert.deepEqual([completedAt, expiresAt, from], [null, null, null]);
  const record = await videoEnd(kinora, created.id);
  assert.equal(record.status, 'completed');
  assert.equal(record.progress, 100);
  assert.equal(record.seconds, '2');
  assert.equal(record.size, '480x480');
  assert.equal(record.metadata.url, `${kinora.url}/v1/videos/${created.id}/content`);
  assert.ok(record.expires_at > record.completed_at);
  assert.equal(record.remixed_from_video_id, null);
  assert.deepEqual(record.usage, {
    unit: 'second',
    quantity: 2,
    unit_price: '0.03',
    amount: '0.06',
    currency: 'USD',
    charged: true,
  });
  const response = await fetch(record.metadata.url, {
    headers: { authorization: `Bearer ${kinora.videoKey}` },
  });
  assert.equal(response.headers.get('content-type'), 'video/mp4');
  const clip = await probeClip(new Uint8Array(await response.arrayBuffer()));
  assert.deepEqual([clip.width, clip.height, clip.durationMs, clip.moovFirst], [480, 480, 2000, true]);
  const { duration, fps, audio } = record.metadata;
  assert.deepEqual([duration, fps, audio], [2, clip.framesPerSecond, false]);
});

test('multipart creates the same clip as JSON', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...small, prompt: 'waves', seconds: '3' }))
    form.set(name, String(value));
  const { status, body } = await call(`${kinora.url}/v1/videos`, {
    key: kinora.videoKey,
    method: 'POST',
    body: form,
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.seconds, '3');
  assert.equal(body.size, '480x480');
});

test('a model priced per clip costs the same for every length', async () => {
  for (const seconds of [4, 8]) {
    const { body } = await create({ model: 'sketch-short', prompt: 'rain', seconds, resolution: '480p' });
    assert.deepEqual([body.usage.unit, body.usage.quantity, body.usage.amount], ['clip', 1, '0.15']);
  }
});

test('synonyms are accepted; contradictions and unsupported fields are rejected with the allowed values', async () => {
  assert.equal(
    (
      await create({
        model: 'sketch-motion',
        prompt: 'x',
        duration: 3,
        size: '854x480',
        seconds: null,
        input_reference: null,
      })
    ).body.seconds,
    '3',
  );
  const refusals: [object, number, string, RegExp][] = [
    [{ ...small, prompt: 'x', duration: 3 }, 400, 'seconds', /contradicts duration 3/],
    [{ ...small, prompt: 'x', size: '1280x720' }, 400, 'resolution', /contradicts size/],
    [{ ...small, prompt: 'x', size: '1x1' }, 400, 'size', /854x480/],
    [{ ...small, prompt: 'x', seconds: 99 }, 400, 'seconds', /from 2 to 10/],
    [{ ...small, prompt: 'x', seconds: 'long' }, 400, 'seconds', /from 2 to 10/],
    [{ ...small, prompt: 'x', seconds: '0x4' }, 400, 'seconds', /from 2 to 10/],
    [{ ...small, prompt: 'x', seed: true }, 400, 'seed', /number/],
    [{ ...small, prompt: 'x', resolution: '4k' }, 400, 'resolution', /480p, 720p or 1080p/],
    [{ ...small, prompt: 'x', aspect_ratio: '2:1' }, 400, 'aspect_ratio', /16:9/],
    [
      { ...small, prompt: 'x', colour: 'red' },
      400,
      'colour',
      /Allowed: model, prompt, size.*seconds, resolution|Allowed: model, prompt/,
    ],
    [
      { model: 'sketch-short', prompt: 'x', input_reference: { image_url: 'http://x/y.png' } },
      400,
      'input_reference',
      /accepts no images/,
    ],
    [{ ...small, prompt: 'x', tier: 'warp' }, 400, 'tier', /./],
    [{ ...small, prompt: '' }, 400, 'prompt', /./],
    [{ ...small, prompt: '   ' }, 400, 'prompt', /empty/],
    [{ ...small }, 400, 'prompt', /./],
    [{ prompt: 'x', input_reference: 'http://127.0.0.1/y.png' }, 400, 'input_reference', /not on the public/],
    [{ ...small, prompt: 'x', model: 'nothing' }, 400, '', /sketch-motion, sketch-short/],
    [{ model: 'sketch-short', prompt: 'x', seconds: 5 }, 400, 'seconds', /4, 6 or 8/],
  ];
  const before = (await call(`${kinora.url}/v1/videos?limit=100`, { key: kinora.videoKey })).body.data.length;
  for (const [body, status, param, message] of refusals) {
    const answer = await create(body);
    assert.equal(answer.status, status, JSON.stringify(body));
    assert.match(answer.body.error.message, message, JSON.stringify(body));
    if (param) assert.equal(answer.body.error.param, param);
    assert.equal(answer.body.error.type, 'invalid_request_error');
  }
  assert.equal(
    (await call(`${kinora.url}/v1/videos?limit=100`, { key: kinora.videoKey })).body.data.length,
    before,
  );
});

test('invalid requests get an error in the format of this interface', async () => {
  const raw = (init: RequestInit) =>
    call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, method: 'POST', ...init });
  const json = { 'content-type': 'application/json' };
  const multipart = (body: string, type: string) => raw({ body, headers: { 'content-type': type } });
  const cases = [
    [await multipart('x', 'multipart/form-data; boundary=x'), 400, 'request_invalid'],
    [await multipart('x', 'multipart/form-data'), 400, 'request_invalid'],
    [await call(`${kinora.url}/v1/videos/video_%zz`, { key: kinora.videoKey }), 404, 'route_unknown'],
    [
      await call(`${kinora.url}/v1/videos/${'x'.repeat(3000)}`, { key: kinora.videoKey }),
      404,
      'route_unknown',
    ],
    [await raw({ body: '{"a":', headers: json }), 400, 'json_invalid'],
    [await raw({ body: Buffer.from('{"prompt":"caf\xe9"}', 'latin1'), headers: json }), 400, 'body_not_utf8'],
    [await raw({ body: '[1]', headers: json }), 400, 'body_not_object'],
    [await raw({ body: 'null', headers: json }), 400, 'body_not_object'],
    [
      await raw({ body: gzipSync('{}'), headers: { ...json, 'content-encoding': 'gzip' } }),
      415,
      'content_encoding_unsupported',
    ],
    [
      await raw({ body: '<x/>', headers: { 'content-type': 'application/xml' } }),
      415,
      'media_type_unsupported',
    ],
    [
      await raw({ body: `{"prompt":"${'x'.repeat(65 * 1024 * 1024)}"}`, headers: json }),
      413,
      'body_too_large',
    ],
    [await raw({ method: 'PUT' }), 405, 'method_not_allowed'],
    [await call(`${kinora.url}/v1/nothing`, { key: kinora.videoKey }), 404, 'route_unknown'],
    [await call(`${kinora.url}/v1/videos/video_none`, { key: kinora.videoKey }), 404, 'task_unknown'],
    [await call(`${kinora.url}/v1/videos/video_none/content`, { key: kinora.videoKey }), 404, 'task_unknown'],
    [await call(`${kinora.url}/v1/videos?colour=1`, { key: kinora.videoKey }), 400, 'field_unknown'],
    [await call(`${kinora.url}/v1/videos?limit=1000`, { key: kinora.videoKey }), 400, 'field_invalid'],
    [await call(`${kinora.url}/v1/videos?after=video_none`, { key: kinora.videoKey }), 400, 'cursor_unknown'],
  ] as const;
  for (const [answer, status, code] of cases) {
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.equal(answer.body.error.code, code);
    assert.ok(answer.body.error.message.length > 10);
  }
  const readMessage = async (request: Parameters<typeof raw>[0]) => (await raw(request)).body.error.message;
  assert.equal(
    await readMessage({ body: '{"prompt":"a fox"}', headers: { 'content-type': 'text/plain' } }),
    'The Content-Type "text/plain" is not supported. Allowed: application/json, multipart/form-data.',
  );
  assert.equal(
    await readMessage({ body: gzipSync('{}'), headers: { ...json, 'content-encoding': 'gzip' } }),
    'The Content-Encoding "gzip" is not supported. Send the body without compression.',
  );
  assert.match(
    await readMessage({ body: '{"prompt":"a fox","--model":"sketch-motion"}', headers: json }),
    /^Unknown field "--model"\. Allowed: model, prompt, /,
  );
  assert.equal(
    await readMessage({ body: '{"prompt":"a fox",}', headers: json }),
    'The request body is not valid JSON: character 19 is `}`. Allowed there: "name"',
  );
});

test('the list has consecutive pages in both orders', async () => {
  for (let index = 0; index < 3; index++) await create({ ...small, prompt: `page ${index}` });
  const list = async (query: string) =>
    (await call(`${kinora.url}/v1/videos?${query}`, { key: kinora.videoKey })).body;
  const first = await list('limit=2');
  assert.equal(first.object, 'list');
  assert.equal(first.data.length, 2);
  assert.equal(first.has_more, true);
  assert.equal(first.data[0].prompt, 'page 2');
  const sameAsFirst = await list('limit=2&after=');
  assert.deepEqual(
    [sameAsFirst.first_id, sameAsFirst.last_id, sameAsFirst.has_more],
    [first.first_id, first.last_id, true],
    'an empty field is the first page',
  );
  const second = await list(`limit=2&after=${first.last_id}`);
  assert.equal(second.data[0].prompt, 'page 0');
  const oldest = await list('limit=1&order=asc');
  assert.ok(oldest.data[0].created_at <= first.data[0].created_at);
});

test('content of an unfinished clip is rejected as not ready, of a failed one as failed, with the reason', async () => {
  const waiting = await create({ ...small, prompt: '{"checks":100000}' });
  const early = await call(`${kinora.url}/v1/videos/${waiting.body.id}/content`, { key: kinora.videoKey });
  assert.deepEqual([early.status, early.body.error.code], [409, 'video_not_ready']);
  const cancelled = await call(`${kinora.url}/v1/videos/${waiting.body.id}/cancel`, {
    key: kinora.videoKey,
    method: 'POST',
  });
  assert.equal(cancelled.status, 200);
  const record = await videoEnd(kinora, waiting.body.id);
  assert.equal(record.error.code, 'cancelled');
  assert.ok(!('metadata' in record));
  assert.deepEqual([record.usage.amount, record.usage.charged], ['0.00', false]);
  const late = await call(`${kinora.url}/v1/videos/${waiting.body.id}/content`, { key: kinora.videoKey });
  assert.deepEqual([late.status, late.body.error.code], [409, 'video_failed']);
});

test('content supports HEAD, ranges, ETag and the thumbnail variant; an unknown variant is rejected', async () => {
  const { body } = await create({ ...small, prompt: 'clouds' });
  await videoEnd(kinora, body.id);
  const get = (query: string, init: RequestInit = {}) =>
    fetch(`${kinora.url}/v1/videos/${body.id}/content${query}`, {
      ...init,
      headers: { authorization: `Bearer ${kinora.videoKey}`, ...init.headers },
    });
  const fullResponse = await get('');
  const bytes = Buffer.from(await fullResponse.arrayBuffer());
  const head = await get('', { method: 'HEAD' });
  assert.equal(head.headers.get('content-length'), String(bytes.length));
  assert.equal(head.headers.get('accept-ranges'), 'bytes');
  const tail = await get('', { headers: { range: 'bytes=-5' } });
  assert.equal(tail.status, 206);
  assert.deepEqual(Buffer.from(await tail.arrayBuffer()), bytes.subarray(-5));
  assert.equal(
    tail.headers.get('content-range'),
    `bytes ${bytes.length - 5}-${bytes.length - 1}/${bytes.length}`,
  );
  assert.equal((await get('', { headers: { range: `bytes=${bytes.length}-` } })).status, 416);
  const etag = fullResponse.headers.get('etag') ?? '';
  assert.equal((await get('', { headers: { 'if-none-match': etag } })).status, 304);
  assert.equal((await get('', { headers: { range: 'bytes=0-1', 'if-range': '"other"' } })).status, 200);
  assert.equal((await get('?variant=thumbnail')).headers.get('content-type'), 'image/webp');
  assert.equal((await get('?variant=hologram')).status, 400);
});

test('a pending poll names the next poll interval, and an unchanged record is answered 304', async () => {
  const { body } = await create({ ...small, prompt: '{"checks":100000}' });
  const poll = await until(
    () => call(`${kinora.url}/v1/videos/${body.id}`, { key: kinora.videoKey }),
    answer => answer.body.status === 'in_progress',
  );
  assert.ok(Number(poll.headers.get('openai-poll-after-ms')) >= 100);
  await call(`${kinora.url}/v1/videos/${body.id}/cancel`, { key: kinora.videoKey, method: 'POST' });
  await videoEnd(kinora, body.id);
  const finalAnswer = await call(`${kinora.url}/v1/videos/${body.id}`, { key: kinora.videoKey });
  assert.equal(finalAnswer.headers.get('openai-poll-after-ms'), null);
  const unchangedAnswer = await fetch(`${kinora.url}/v1/videos/${body.id}`, {
    headers: {
      authorization: `Bearer ${kinora.videoKey}`,
      'if-none-match': finalAnswer.headers.get('etag') ?? '',
    },
  });
  assert.equal(unchangedAnswer.status, 304);
});

test('after the retention the content returns 410, and the record remains', async () => {
  const { body } = await create({ ...small, prompt: 'short-lived' });
  await videoEnd(kinora, body.id);
  await kinora.app.db.query(
    {
      name: 'expire',
      text: `update tasks set expires_at = now() - interval '1 second' where public_id = $1`,
    },
    [body.id],
  );
  const answer = await call(`${kinora.url}/v1/videos/${body.id}/content`, { key: kinora.videoKey });
  assert.deepEqual([answer.status, answer.body.error.code], [410, 'video_expired']);
  const record = await call(`${kinora.url}/v1/videos/${body.id}`, { key: kinora.videoKey });
  assert.equal(record.body.status, 'completed');
});
