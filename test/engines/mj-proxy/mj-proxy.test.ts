/** The adapter to Midjourney proxies, against a fake of each: what it sends and what it returns. */
import { reasonText, type Reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutSheets } from '../../../src/core/tasks/outputs/cut-sheets.ts';
import type { OpenedMedia } from '../../../src/core/tasks/outputs/rendition.ts';
import { testEngine } from '../../../src/engines/contract/conformance.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { dialectNames } from '../../../src/engines/kinds/mj-proxy/dialects.ts';
import { mjProxyKind } from '../../../src/engines/kinds/mj-proxy/mj-proxy-kind.ts';
import { mjProxySettings } from '../../../src/engines/kinds/mj-proxy/settings.ts';
import {
  acceptedBodies,
  callFor,
  makeMedia,
  followUp,
  gridJob,
  kind,
  runJob,
  openAt,
  optionsAt,
  pictureInput,
  wide,
} from '../../support/mj-proxy/mj-proxy.ts';
import { startMjProxyServer } from '../../support/mj-proxy/mj-proxy-server.ts';
import { catchFailure, never } from '../../support/test-engine/instance.ts';

for (const dialect of dialectNames) {
  const settings = mjProxySettings.parse({ dialect });
  testEngine(
    `mj-proxy, ${dialect}`,
    async () => openAt(await startMjProxyServer({ dialect, chosenScale: 2 })),
    { jobs: kind.offer('', settings).jobs.filter(one => one !== 'clip'), gridJob },
  );
}

test('the four quarters of a sheet are the candidates, also for an odd size', async () => {
  const server = await startMjProxyServer({ sheet: { width: 129, height: 127 } });
  const engine = openAt(server);
  const { media, handle } = await makeMedia(engine, gridJob);
  assert.equal(media.length, 4);
  const openedSheets: OpenedMedia[] = [];
  for (const file of media)
    openedSheets.push({
      media: file,
      bytes: (await engine.open(handle, file, callFor(gridJob))) as Uint8Array,
    });
  const colors = (await cutSheets(openedSheets)).map(({ media: { width, height }, bytes }) => {
    assert.deepEqual([width, height], [64, 63]);
    assert.deepEqual([...bytes.subarray(-4)], [...bytes.subarray(0, 4)]);
    return Buffer.from(bytes.subarray(0, 3)).toString('hex');
  });
  assert.deepEqual(colors, ['ff0000', '00ff00', '0000ff', 'ffff00']);
  assert.equal(server.calls.filter(call => call.endsWith('/whole.png')).length, 1);
});

test('four files beside the sheet are used unchanged', async () => {
  const server = await startMjProxyServer({ hasCells: true });
  const engine = openAt(server);
  const { media, handle } = await makeMedia(engine, gridJob);
  for (const file of media) await engine.open(handle, file, callFor(gridJob));
  assert.deepEqual(
    server.calls
      .filter(call => call.includes('/files/') && !call.includes('preview'))
      .map(call => call.slice(-5)),
    ['0.png', '1.png', '2.png', '3.png'],
  );
});

test('images are sent as image prompts, references, blends and edits', async () => {
  const server = await startMjProxyServer();
  const engine = openAt(server);
  const picture = await pictureInput(8, 8);
  const as = (role: 'prompt' | 'style' | 'character', weight?: number) => ({
    ...picture,
    role,
    ...(weight && { weight }),
  });
  await makeMedia(engine, {
    ...gridJob,
    imageWeight: 2,
    inputs: [as('prompt'), as('style', 2), as('character')],
  });
  await makeMedia(engine, { ...gridJob, prompt: '', ...wide, inputs: [as('prompt'), as('prompt')] });
  await makeMedia(engine, { ...gridJob, kind: 'edit', inputs: [picture] });
  await makeMedia(engine, { ...gridJob, kind: 'retexture', inputs: [picture] });
  const [imagine, blend, edits, retexture] = acceptedBodies(server);
  assert.equal(
    imagine?.prompt,
    'a red fox --iw 2 --sref https://cdn.test/0.png::2 --cref https://cdn.test/0.png --seed 7 --v 7',
  );
  assert.equal(imagine?.base64Array.length, 1);
  assert.match(imagine?.notifyHook, /^https:\/\/here\.example\/key:\d+$/);
  assert.deepEqual([blend?.path, blend?.dimensions, blend?.base64Array.length], ['blend', 'LANDSCAPE', 2]);
  assert.deepEqual(
    [edits?.path, edits?.prompt, retexture?.path],
    ['edits', 'a red fox --seed 7 --v 7', 'retexture'],
  );
  assert.match(edits?.image, /^data:image\/png;base64,/);
  const maskedEdit = { ...gridJob, kind: 'edit', inputs: [picture, { ...picture, role: 'mask' }] } as const;
  assert.match((await catchFailure(engine.start(maskedEdit, 'y:0', never))).message, /whole picture only/);
});

test('clips are requested with their image, selected and extended', async () => {
  const server = await startMjProxyServer();
  const engine = openAt(server);
  const clip = { kind: 'clip', seconds: 5, framesPerSecond: 24, clips: 4, motion: 'high' } as const;
  const { media, recipe, handle } = await makeMedia(engine, {
    ...gridJob,
    ...clip,
    inputs: [await pictureInput()],
  });
  assert.deepEqual(
    media.map(one => [one.kind, one.durationMs]),
    Array.from({ length: 4 }, () => ['clip', 5000]),
  );
  const bytes = (await engine.open(handle, media[3]!, callFor(gridJob))) as Uint8Array;
  assert.equal(Buffer.from(bytes.subarray(4, 8)).toString(), 'ftyp');
  await makeMedia(engine, await followUp(recipe, { ...clip, extend: true, seconds: 9 }, 1));
  await makeMedia(engine, await followUp(recipe, { ...clip, clips: 1, extend: true }, 2));
  const [first, extension, selection] = acceptedBodies(server);
  assert.deepEqual(
    [first?.path, first?.motion, first?.batchSize, first?.videoType],
    ['video', 'high', 4, 'vid_1.1_i2v_480'],
  );
  assert.deepEqual([extension?.action, extension?.index, extension?.batchSize], ['extend', 1, 4]);
  assert.deepEqual(extension?.accountFilter, { instanceId: '118113' });
  assert.match(selection?.customId, /video_virtual_upscale::3::/);
  const { rejection } = kind.offer('', mjProxySettings.parse({}));
  assert.match(rejectionText(rejection?.({ ...gridJob, ...clip })), /from an image only/);
  assert.match(rejectionText(rejection?.({ ...gridJob, ...clip, seconds: 10 })), /5 seconds/);
  const words = kind.offer('', mjProxySettings.parse({ dialect: 'kinora' }));
  assert.equal(words.rejection?.({ ...gridJob, ...clip }), undefined);
});

test('texts are read with and without numerals and weights', async () => {
  const server = await startMjProxyServer();
  const engine = openAt(server);
  const describe = { ...gridJob, kind: 'describe', inputs: [await pictureInput()] } as const;
  const numberedTexts = ['a fox --ar 1:1', 'a red fox', 'a fox in snow', 'an animal'];
  assert.deepEqual((await makeMedia(engine, describe)).texts, numberedTexts);
  server.behavior.texts.describe = numberedTexts.join('\r\n');
  assert.deepEqual((await makeMedia(engine, describe)).texts, numberedTexts);
  server.behavior.texts.describe = 'one';
  const { state } = await runJob(engine, describe);
  assert.ok(state.state === 'failed' && reasonText(state.reason) === 'its response cannot be used');
  const shorten = { ...gridJob, kind: 'shorten', prompt: 'a red fox very' } as const;
  const { texts = [] } = await makeMedia(engine, shorten);
  assert.deepEqual(texts.slice(0, 6), [
    'a **red** fox ~~very~~',
    'a red fox',
    'red fox',
    'fox, red',
    'red',
    'fox',
  ]);
  assert.match(texts[6] ?? '', /\*\*red\*\* \(1\.00\) \*\*fox\*\* \(0\.50\) \*\*very\*\* \(0\.00\)/);
});

test('progress rises, and each preview of the proxy is fetched once', async () => {
  const server = await startMjProxyServer({
    statuses: ['NOT_START', 'SUBMITTED', 'IN_PROGRESS', 'IN_PROGRESS', 'SUCCESS'],
  });
  const engine = openAt(server);
  const handle = await engine.start(gridJob, 'p:0', never);
  const updates: [number, boolean][] = [];
  for (;;) {
    const state = await engine.check(handle, 0, callFor(gridJob));
    if (state.state !== 'running') break;
    updates.push([state.progress, state.preview !== undefined]);
  }
  assert.deepEqual(updates, [
    [0, false],
    [0, false],
    [0.6, true],
    [0.8, true],
  ]);
  assert.equal(server.calls.filter(call => call.includes('preview')).length, 2);
});

test('the cost reported by another Kinora is that of the job, including its select', async () => {
  const server = await startMjProxyServer({ dialect: 'kinora' });
  const engine = openAt(server);
  const grid = await makeMedia(engine, gridJob);
  assert.equal(grid.costMicros, 40_000);
  const upscale = await makeMedia(
    engine,
    await followUp(grid.recipe, { kind: 'upscale', enhance: 'subtle', width: 128, height: 128 }),
  );
  assert.equal(upscale.costMicros, 80_000);
  assert.equal((await makeMedia(openAt(await startMjProxyServer()), gridJob)).costMicros, undefined);
});

test('files on other hosts are fetched without the secret, and only if the operator allows it', async () => {
  const cdn = await startMjProxyServer();
  const server = await startMjProxyServer({ key: 'sesame-77', cdn: cdn.url });
  const options = optionsAt(server, {}, 'sesame-77');
  const engine = kind.open(options);
  const { handle, media } = await makeMedia(engine, gridJob);
  // The other host has the same task.
  for (const [id, task] of server.tasks) cdn.tasks.set(id, task);
  await engine.open(handle, media[0]!, callFor(gridJob));
  const strict = mjProxyKind(openResultFiles({ allowedNetworks: [] })).open(options);
  // It may be the server itself, which is asked instead.
  for (const id of server.tasks.keys()) cdn.tasks.delete(id);
  assert.ok(await strict.open(handle, media[0]!, callFor(gridJob)));
});

test('a probe reports the program and whether the key is valid, and submits nothing', async () => {
  const notes = {
    novicezk: ['1 of 2 Discord accounts are enabled.', '0 tasks are in its queue.'],
    trueai: [],
    'new-api': ['It is new-api v1.2.3.'],
    kinora: ['Its token can use these models: sketch.'],
  };
  for (const dialect of dialectNames) {
    const server = await startMjProxyServer({ dialect, key: 'sesame-77' });
    for (const url of [server.url, `${server.url}/mj`]) {
      const probeResult = await kind.probe!(optionsAt({ url }, { dialect }, 'sesame-77'), never);
      assert.deepEqual(probeResult.notes, notes[dialect], dialect);
    }
    const rejection = await catchFailure(kind.probe!(optionsAt(server, { dialect }, 'wrong-88'), never));
    assert.equal(rejection.code, 'engine_unauthorized');
    assert.doesNotMatch(`${rejection.stack} ${String(rejection.cause)}`, /wrong-88/);
    const elsewhere = optionsAt({ url: `${server.url}/chat` }, { dialect }, 'sesame-77');
    assert.match((await catchFailure(kind.probe!(elsewhere, never))).message, /does not respond like/);
    assert.deepEqual(server.submits, []);
  }
});

test('a speed is part of the URL on servers that have speeds', async () => {
  for (const [dialect, path] of [
    ['trueai', '/mj-relax/mj/submit/imagine'],
    ['novicezk', '/mj/submit/imagine'],
  ] as const) {
    const server = await startMjProxyServer({ dialect });
    await openAt(server, { mode: 'relax' }).start(gridJob, 'm:0', never);
    assert.deepEqual(server.calls, [`POST ${path}`]);
  }
});

test('a route can name a model of another Kinora, but not of other servers', async () => {
  for (const [dialect, upstream, model] of [
    ['kinora', 'sketch', 'sketch'],
    ['kinora', gridJob.model, undefined],
    ['trueai', 'sketch', undefined],
  ] as const) {
    const server = await startMjProxyServer({ dialect });
    await openAt(server).start({ ...gridJob, upstream }, 'u:0', never);
    assert.equal(server.submits[0]?.body.model, model);
  }
});

test('a prompt of several lines is sent as one line, except to another Kinora', async () => {
  for (const dialect of dialectNames) {
    const server = await startMjProxyServer({ dialect });
    await openAt(server).start({ ...gridJob, prompt: 'a red fox \r\n\nin snow\u2028at night' }, 'l:0', never);
    const expected =
      dialect === 'kinora' ? 'a red fox \r\n\nin snow\u2028at night' : 'a red fox in snow at night';
    assert.equal(server.submits[0]?.body.prompt, `${expected} --seed 7 --v 7`, dialect);
  }
});

function rejectionText(rejection: Reason | undefined): string {
  return rejection ? reasonText(rejection) : '';
}
