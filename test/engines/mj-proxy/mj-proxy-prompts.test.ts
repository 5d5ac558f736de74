/** The prompts that the adapter to Midjourney proxies writes, parsed by the image interface. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannableJob } from '../../../src/engines/contract/kind/plannable-job.ts';
import { toRatio } from '../../../src/engines/kinds/mj-proxy/aspect-ratio.ts';
import { changePrompt, clipPrompt, imaginePrompt } from '../../../src/engines/kinds/mj-proxy/prompt-text.ts';
import { engineParameters } from '../../../src/api/image/order/order.ts';
import { parsePrompt } from '@kinora/shared/prompt/parse-prompt';
import type { ParsedPrompt } from '@kinora/shared/prompt/parsed-prompt';
import { expandPrompt } from '@kinora/shared/prompt/permutations';
import { candidateSize } from '@kinora/shared/prompt/picture-size';

function parsed(text: string, options?: Parameters<typeof parsePrompt>[2]): ParsedPrompt {
  const expansion = expandPrompt(text);
  assert.ok(expansion.ok && expansion.prompts.length === 1, text);
  const result = parsePrompt(expansion.prompts[0] ?? '', '7', options);
  assert.ok(result.ok, `${text}: ${result.ok || JSON.stringify(result.problem)}`);
  return result.prompt;
}

/** The job that the image interface makes of a prompt. */
function makeJob(text: string): PlannableJob {
  const prompt = parsed(text);
  const inputs = [
    ...prompt.images.map(() => ({ role: 'prompt' as const })),
    ...prompt.styleReferences.flatMap(({ kind }) => (kind === 'address' ? [{ role: 'style' as const }] : [])),
  ].map(input => ({ ...input, contentType: 'image/png' as const, width: 8, height: 8 }));
  return {
    ...engineParameters(prompt),
    kind: 'grid',
    prompt: prompt.text,
    seed: prompt.seed ?? 7,
    ...candidateSize(prompt.version, prompt.aspect, prompt),
    inputs,
  };
}

const prompts = [
  'a red fox',
  'a red fox --ar 16:9 --v 6.1 --no trees, fog --seed 5',
  'a fox in the {deep, dark} wood'.replaceAll(/[{},]/g, String.raw`\$&`),
  'fox::2 snow::1.5 fog::-0.5 --v 6',
  'a fox --niji 6 --style cute --v 5 --niji 5',
  'a fox --s 250 --c 30 --weird 700 --q 2 --v 7 --tile --exp 20',
  'a fox --v 5.2 --stop 60 --style raw',
  'a fox --v 3 --s 10000',
  'a fox --v 3 --s 625',
  'a fox --sref 1234 99::2 --sw 300 --sv 4',
  'a fox --v 8.1 --hd',
  'a fox --draft --ar 3:2',
  'a fox --p abc',
  'a sign that says "a::b" --ar 2:3',
  ...['5:4', '4:3', '7:5', '3:2', '16:10', '16:9', '2:1', '21:9', '3:1', '9:16', '4:5', '10:7', '14:1'].map(
    ratio => `a fox --ar ${ratio}`,
  ),
];
for (const text of prompts)
  test(`the job of ${JSON.stringify(text)} is written as a prompt that means the same job`, () => {
    const job = makeJob(text);
    assert.deepEqual(makeJob(imaginePrompt(job)), job, imaginePrompt(job));
  });

test('references are written as URLs, with weights only if there are references', () => {
  const job = makeJob('https://a.test/1.png a fox --iw 2 --sref https://a.test/2.png 77::2 --sw 50 --v 6.1');
  const style = [{ address: 'https://b.test/up.png', weight: 3 }];
  const character = [{ address: 'https://b.test/c.png' }];
  const text = imaginePrompt({ ...job, characterWeight: 10 }, { style, character });
  const read = parsed(`https://b.test/first.png ${text}`);
  assert.deepEqual(read.styleReferences, [
    { kind: 'address', address: 'https://b.test/up.png', weight: 3 },
    { kind: 'code', code: 77, weight: 2 },
  ]);
  assert.deepEqual([read.styleWeight, read.imageWeight, read.characterWeight], [50, 2, 10]);
  assert.deepEqual(read.characterReferences, [{ address: 'https://b.test/c.png', weight: 1 }]);
  assert.ok(!imaginePrompt({ ...job, inputs: [] }).includes('--iw'));
  const object = [{ address: 'https://b.test/o.png' }];
  const promptText = imaginePrompt({ ...makeJob('a fox'), objectWeight: 400 }, { object });
  assert.deepEqual(
    [parsed(promptText).objectReference, parsed(promptText).objectWeight],
    [object[0]?.address, 400],
  );
});

test('prompts are compared without the parameters that a follow-up inherits from its image', () => {
  const words = changePrompt(makeJob('a fox --s 250 --ar 16:9 --q 2 --seed 4'));
  assert.equal(words, changePrompt(makeJob('a fox --s 250 --seed 9')));
  assert.notEqual(words, changePrompt(makeJob('a hen --s 250')));
  assert.notEqual(words, changePrompt(makeJob('a fox --s 300')));
});

test('a clip from text is written with its motion and the number of clips', () => {
  const job = { ...makeJob('a fox runs --ar 16:9'), motion: 'high', loop: true, clips: 2 } as const;
  const { video, text, aspect } = parsed(clipPrompt(job));
  assert.deepEqual(video, { motion: 'high', loop: true, end: undefined, batch: 2 });
  assert.deepEqual([text, aspect], ['a fox runs', { width: 16, height: 9 }]);
});

test('a size is written as its simplest ratio', () => {
  assert.equal(toRatio({ width: 1456, height: 816 }), '16:9');
  assert.equal(toRatio({ width: 720, height: 1680 }), '3:7');
  assert.equal(toRatio({ width: 64, height: 64 }), '1:1');
  assert.equal(toRatio({ width: 1000, height: 999 }), '1:1');
  assert.equal(toRatio({ width: 853, height: 480 }), '16:9');
});
