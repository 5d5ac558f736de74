import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import type { Engine } from '../../../../src/engines/contract/engine.ts';
import type { EngineJob } from '../../../../src/engines/contract/engine-job.ts';
import { openSketchEngine } from '../../../../src/engines/kinds/sketch/sketch-engine.ts';
import { finishedJob } from '../../../support/engines/finished-job.ts';

const base = { taskId: 'test', model: 'sketch', seed: 7, width: 96, height: 64, exclude: [] } as const;
const clip = { ...base, kind: 'clip', seconds: 3, framesPerSecond: 12 } as const;
const jobs: readonly EngineJob[] = [
  { ...base, kind: 'grid', version: '7', prompt: 'a red fox beside a lighthouse on a cliff at sunset' },
  { ...clip, prompt: 'rain on a lake, from day to night', audio: true },
  { ...clip, prompt: 'a campfire under stars, pixel art' },
  { ...clip, prompt: 'three foxes run along a road, watercolor', loop: true },
];

const one = openSketchEngine({ threads: 1 });
after(() => one.close());
const drawingsInTurn = await drawInTurn(one, jobs);

test('a picture and a clip have the same bytes alone and with four jobs at once', async () => {
  assert.deepEqual(await Promise.all(jobs.map(job => draw(one, job))), drawingsInTurn);
});

for (const threads of [2, 4])
  test(`a picture and a clip have the same bytes with ${threads} threads as with one, at any concurrency`, async () => {
    const engine = openSketchEngine({ threads });
    try {
      assert.deepEqual(await drawInTurn(engine, jobs), drawingsInTurn);
      assert.deepEqual(await Promise.all(jobs.map(job => draw(engine, job))), drawingsInTurn);
    } finally {
      await engine.close();
    }
  });

async function drawInTurn(engine: Engine, list: readonly EngineJob[]): Promise<string[][]> {
  const fingerprints: string[][] = [];
  for (const job of list) fingerprints.push(await draw(engine, job));
  return fingerprints;
}

/** SHA-256 of each file of a job. */
async function draw(engine: Engine, job: EngineJob): Promise<string[]> {
  const { files } = await finishedJob(engine, job);
  return files.map(bytes => createHash('sha256').update(bytes).digest('hex'));
}
