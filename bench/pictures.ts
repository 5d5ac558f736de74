/**
 * What it takes to understand a prompt, and what a grid and its follow-ups take against
 * merely encoding their pixels.
 */
import sharp from 'sharp';
import { parsePrompt } from '@kinora/shared/prompt/parse-prompt';
import { draw, type DrawnTask, type TaskRecord } from './draw.ts';
import { median } from './median.ts';
import { freshFolder, serve, type BenchServer } from './served.ts';
import { atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const subject = 'a red fox beside a lighthouse on a cliff at sunset, watercolor';
const prompts = {
  'a prompt without parameters': subject,
  'a prompt with eight parameters': `${subject} --ar 16:9 --v 6.1 --style raw --no people, boats --chaos 20 --s 250 --seed 7 --turbo`,
  'a prompt of 6,000 characters': `${'red fox, blue sky, '.repeat(310)} --ar 3:2`,
};
const rounds = 2000;

export const pictures: Topic = {
  name: 'pictures',
  run: async parts => {
    const rows = Object.entries(prompts).map(([name, prompt]) => parseRow(name, prompt));
    const server = await serve(parts, await freshFolder(parts));
    const submit = (name: string, json: object) => draw(server, { path: `/mj/submit/${name}`, json });
    await submit('imagine', { prompt: subject });
    const grid = await submit('imagine', { prompt: subject });
    const candidate = await press(submit, grid.record, 'upsample::1');
    rows.push(
      await pictureRow('grid', grid),
      await pictureRow('a chosen candidate', candidate),
      await pictureRow('upscale, subtle, 2x', await press(submit, candidate.record, '2x_subtle')),
      await pictureRow('zoom out, 2x', await press(submit, candidate.record, 'Outpaint::50')),
      await pictureRow('pan to the left', await press(submit, candidate.record, 'pan_left')),
      await pictureRow('vary, region', await vary(server, candidate.record)),
    );
    return rows;
  },
};

function parseRow(name: string, prompt: string): Row {
  const times = Array.from({ length: rounds }, () => {
    const startedMs = performance.now();
    if (!parsePrompt(prompt, '7').ok) throw new Error(`${name} is refused`);
    return (performance.now() - startedMs) * 1000;
  });
  return atMost(`parse: ${name}`, { value: median(times), unit: 'us', places: 1 });
}

type Submit = (name: string, json: object) => Promise<DrawnTask>;

function press(submit: Submit, record: TaskRecord, name: string): Promise<DrawnTask> {
  return submit('action', { taskId: record.id, customId: findButton(record, name) });
}

function findButton({ buttons = [] }: TaskRecord, name: string): string | undefined {
  return buttons.find(({ customId }) => customId.includes(name))?.customId;
}

/** Measures from the modal to the record, because what comes before waits for a person. */
async function vary(server: BenchServer, record: TaskRecord): Promise<DrawnTask> {
  const customId = findButton(record, 'Inpaint');
  const response = await fetch(`${server.url}/mj/submit/action`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.imageKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ taskId: record.id, customId }),
  });
  const { result } = (await response.json()) as { result: string };
  const black = { create: { width: 256, height: 256, channels: 3, background: 'black' } } as const;
  const white = await sharp({ create: { ...black.create, width: 96, height: 96, background: 'white' } })
    .png()
    .toBuffer();
  const mask = await sharp(black)
    .composite([{ input: white, left: 80, top: 80 }])
    .png()
    .toBuffer();
  const json = { taskId: result, prompt: 'a hot air balloon', maskBase64: mask.toString('base64') };
  return draw(server, { path: '/mj/submit/modal', json });
}

/** Compares with encoding the same pixels as PNG by the plain encoder, one after the other. */
async function pictureRow(name: string, task: DrawnTask): Promise<Row> {
  const { imageUrl, imageUrls } = task.record;
  const addresses = imageUrls?.map(({ url }) => url) ?? [imageUrl ?? ''];
  let seconds = 0;
  for (const address of addresses) {
    const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const startedMs = performance.now();
    await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .png({ compressionLevel: 2, adaptiveFiltering: true })
      .toBuffer();
    seconds += (performance.now() - startedMs) / 1000;
  }
  const note = `${task.seconds.toFixed(2)} s, ${task.cpuSeconds.toFixed(2)} s of processor time, ${addresses.length} of ${task.record.imageWidth}x${task.record.imageHeight} in all`;
  return atMost(`${name}, time against the plain encoder`, {
    value: task.seconds / seconds,
    unit: 'times',
    note,
  });
}
