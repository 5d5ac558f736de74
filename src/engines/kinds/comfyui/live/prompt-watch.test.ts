import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PromptWatch } from './prompt-watch.ts';

const graph = {
  sampler: { class_type: 'KSampler', inputs: {} },
  save: { class_type: 'SaveImage', inputs: {} },
};
const nodes = (shares: Readonly<Record<string, number>>) =>
  ({ kind: 'nodes', promptId: 'one', nodes: new Map(Object.entries(shares)) }) as const;

test('the progress of a prompt whose nodes are all done is not reported, so that its end is not delayed', async () => {
  const watch = new PromptWatch(graph);
  watch.apply(nodes({ sampler: 0.5 }));
  assert.ok((watch.takeUpdate()?.progress ?? 0) > 0.4);
  const change = watch.waitForChange();
  watch.apply(nodes({ sampler: 1, save: 1 }));
  assert.equal(watch.takeUpdate(), undefined);
  assert.equal(watch.progress, 1);
  const first = await Promise.race([change.then(() => 'woken'), Promise.resolve('quiet')]);
  assert.equal(first, 'quiet');
  watch.apply({ kind: 'ended', promptId: 'one' });
  await change;
  assert.equal(watch.takePossibleEnd(), true);
});

test('a preview is reported even if all nodes are done', () => {
  const watch = new PromptWatch(graph);
  watch.apply(nodes({ sampler: 1, save: 1 }));
  watch.apply({
    kind: 'preview',
    promptId: 'one',
    preview: { contentType: 'image/png', bytes: new Uint8Array(1) },
  });
  assert.equal(watch.takeUpdate()?.progress, 1);
});
