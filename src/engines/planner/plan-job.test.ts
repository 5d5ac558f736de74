/**
 * The steps of which jobs are composed, and the jobs that cannot be.
 * @NOTE length: every kind of job is here, side by side.
 */
import { rejectionText } from '../../../test/support/engines/rejection-text.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannableJob } from '../contract/kind/plannable-job.ts';
import { listJobKinds, toOffer } from './offer.ts';
import { planJob } from './plan-job.ts';
import type { Abilities } from '../contract/steps/ability.ts';

const one = { most: 1 };
const sizes = { multiple: 64, maxPixels: 1024 * 1024 };
const job: PlannableJob = {
  kind: 'grid',
  prompt: 'a fox',
  seed: 4_294_967_294,
  width: 1232,
  height: 928,
  exclude: [],
};
const input = (role: 'picture' | 'mask' | 'prompt' | 'style' | 'character' | 'object', weight?: number) =>
  ({
    role,
    contentType: 'image/png',
    width: 640,
    height: 480,
    ...(weight !== undefined && { weight }),
  }) as const;
const planSteps = (more: Partial<PlannableJob>, can: Abilities) => planJob({ ...job, ...more }, can).steps;

test('only jobs that can be composed from the abilities are offered', () => {
  const always: Abilities = { generate: one };
  assert.deepEqual(listJobKinds(always), ['grid']);
  assert.deepEqual(listJobKinds({ ...always, imageToImage: one }), [
    'grid',
    'upscale',
    'variation',
    'edit',
    'retexture',
  ]);
  assert.deepEqual(listJobKinds({ ...always, inpaint: one }), ['grid', 'edit', 'outpaint']);
  assert.deepEqual(listJobKinds({ instruct: one }), ['grid', 'variation', 'edit', 'retexture', 'outpaint']);
  assert.deepEqual(listJobKinds({ ask: one }), ['describe', 'shorten']);
  assert.deepEqual(listJobKinds({ clip: one }), ['clip']);
});

test('a grid takes as many steps as needed, with consecutive seeds, at a size that the model supports', () => {
  const steps = planSteps({}, { generate: { most: 3, sizes } });
  assert.deepEqual(
    steps.map(({ count, seed }) => [count, seed]),
    [
      [3, 4_294_967_294],
      [1, 1],
    ],
  );
  for (const { width, height } of steps) {
    assert.ok(width % 64 === 0 && height % 64 === 0 && width * height <= 1024 * 1024, `${width}x${height}`);
    assert.ok(Math.abs(width / height - 1232 / 928) < 0.1);
  }
});

test('the sizes on the model card take precedence over those of the engine', () => {
  const list = [
    { width: 768, height: 1344 },
    { width: 1344, height: 768 },
  ];
  const [step] = planSteps({ sizes: { multiple: 64, list } }, { generate: { most: 4, sizes } });
  assert.deepEqual([step?.width, step?.height], [1344, 768]);
});

test('the strength of a variation is a number, or a phrase in an instruction', () => {
  const can: Abilities = { imageToImage: one, instruct: one };
  const inputs = [input('picture')];
  const planStrength = (strength?: 'subtle' | 'strong') =>
    planSteps({ kind: 'variation', inputs, ...(strength && { strength }) }, can)[0]?.strength;
  assert.deepEqual([planStrength('subtle'), planStrength('strong')], [0.5, 0.85]);
  const [instructStep] = planSteps({ kind: 'variation', inputs, strength: 'subtle' }, { instruct: one });
  assert.equal(instructStep?.primitive, 'instruct');
  assert.match(instructStep?.prompt ?? '', /small changes.*a fox/);
});

test('an outpainting is an inpainting or an instruction to fill the green area, and keeps old pixels', () => {
  const more = {
    kind: 'outpaint',
    frame: { x: -0.5, y: -0.5, width: 2, height: 2 },
    inputs: [input('picture')],
  } as const;
  const inpaintPlan = planJob({ ...job, ...more }, { inpaint: one, instruct: one });
  assert.deepEqual(
    [inpaintPlan.finish, inpaintPlan.steps[0]?.primitive, inpaintPlan.steps[0]?.picture],
    ['put-back', 'inpaint', 'canvas'],
  );
  const instructPlan = planJob({ ...job, ...more }, { instruct: one });
  assert.deepEqual([instructPlan.finish, instructPlan.steps[0]?.green], ['put-back', true]);
  assert.match(instructPlan.steps[0]?.prompt ?? '', /green area/);
});

test('a candidate is copied without the engine, and enhanced with it', () => {
  const inputs = [input('picture')];
  assert.deepEqual(planJob({ ...job, kind: 'upscale', inputs }, { generate: one }), {
    steps: [],
    finish: 'copy',
  });
  const planEnhancement = (can: Abilities) =>
    planSteps({ kind: 'upscale', enhance: 'creative', inputs }, can)[0];
  assert.deepEqual(planEnhancement({ upscale: one })?.primitive, 'upscale');
  assert.deepEqual(
    [planEnhancement({ imageToImage: one })?.primitive, planEnhancement({ imageToImage: one })?.strength],
    ['imageToImage', 0.55],
  );
});

test('references are passed to models that support them, and rejected for others', () => {
  const inputs = [input('prompt'), input('style', 2)];
  const rejection = (can: Abilities, more: Partial<PlannableJob> = { inputs }) =>
    rejectionText(can, { ...job, ...more });
  assert.match(rejection({ generate: one }) ?? '', /reference images/);
  assert.match(
    rejection({ generate: one, imageToImage: one }) ?? '',
    /reference images/,
    'a style is no picture to start from',
  );
  const [resembling] = planSteps(
    { inputs: [input('prompt')], imageWeight: 2 },
    { generate: one, imageToImage: one },
  );
  assert.deepEqual([resembling?.primitive, resembling?.strength], ['imageToImage', 0.54]);
  const [referenceStep] = planSteps({ inputs }, { generate: { ...one, references: ['content', 'style'] } });
  assert.deepEqual(referenceStep?.references, [
    { input: 0, use: 'content', weight: 0.5 },
    { input: 1, use: 'style', weight: 1 },
  ]);
  const [instructStep] = planSteps({ inputs }, { generate: one, instruct: { most: 1, pictures: 2 } });
  assert.match(instructStep?.prompt ?? '', /content of picture 1.*style.* of picture 2/);
  assert.match(
    rejection({ generate: one, instruct: one }) ?? '',
    /at most 1 reference image,/,
    'one picture too many',
  );
});

test('exclusions need a model with negative prompts or instructions', () => {
  const exclude = ['trees', 'snow'];
  const readRejection = (can: Abilities, kind: PlannableJob['kind'] = 'grid') =>
    rejectionText(can, { ...job, kind, exclude, inputs: kind === 'grid' ? [] : [input('picture')] });
  assert.match(readRejection({ generate: one }) ?? '', /--no/);
  assert.equal(readRejection({ generate: { ...one, hasNegative: true } }), undefined);
  assert.equal(
    planSteps({ exclude }, { generate: { ...one, hasNegative: true } })[0]?.negative,
    'trees, snow',
  );
  assert.equal(readRejection({ instruct: one }, 'variation'), undefined);
  const [instructStep] = planSteps(
    { exclude, kind: 'variation', inputs: [input('picture')] },
    { instruct: one },
  );
  assert.match(instructStep?.prompt ?? '', /Without: trees, snow\.$/);
});

test('parameters without effect are listed as ignored', () => {
  const styledJob = { ...job, stylize: 300, chaos: 20, tile: true };
  const listIgnored = (can: Abilities) => toOffer(can).listIgnored?.(styledJob);
  assert.deepEqual(listIgnored({ generate: one }), ['--stylize', '--chaos', '--tile']);
  assert.deepEqual(listIgnored({ generate: { ...one, canTile: true } }), ['--stylize', '--chaos']);
});

test('clips start from words or pictures and have sound, as far as the engine supports it', () => {
  const clip = { kind: 'clip', seconds: 5, framesPerSecond: 24, clips: 2 } as const;
  const rejection = (can: Abilities['clip'], more: Partial<PlannableJob> = {}) =>
    rejectionText({ ...(can && { clip: can }) }, { ...job, ...clip, ...more });
  assert.match(rejection({ ...one, fromPicture: true }) ?? '', /from an image only/);
  assert.match(
    rejection({ ...one, fromWords: true }, { inputs: [input('picture')] }) ?? '',
    /from text only/,
  );
  assert.match(rejection({ ...one, fromWords: true }, { audio: true }) ?? '', /not generate sound/);
  assert.equal(rejection({ ...one, fromWords: true, hasAudio: true }, { audio: true }), undefined);
  assert.equal(planSteps(clip, { clip: { ...one, fromWords: true } }).length, 2);
});

test('a loop ends with its first frame, and is rejected if the engine cannot do that', () => {
  const clip = { kind: 'clip', seconds: 5, framesPerSecond: 24, loop: true } as const;
  const all = { ...one, fromWords: true, fromPicture: true };
  const inputs = [input('picture')];
  const rejection = (can: NonNullable<Abilities['clip']>, more: Partial<PlannableJob> = { inputs }) =>
    rejectionText({ clip: can }, { ...job, ...clip, ...more });
  assert.match(rejection(all) ?? '', /makes no loops/);
  assert.match(rejection({ ...all, canEndWith: true }, {}) ?? '', /loops from an image only/);
  const withLast = [...inputs, { ...input('picture'), role: 'last' } as const];
  assert.match(rejection({ ...all, canEndWith: true }, { inputs: withLast }) ?? '', /Remove the last frame/);
  assert.equal(rejection({ ...all, canEndWith: true }), undefined);
  const [step] = planSteps({ ...clip, inputs }, { clip: { ...all, canEndWith: true } });
  assert.deepEqual([step?.picture, step?.loop], ['input', true]);
});

test('an extension is checked like a clip, and a clip that already has its length is copied', () => {
  const clip = { kind: 'clip', seconds: 9, framesPerSecond: 24, extend: true, clip: { seconds: 5 } } as const;
  const inputs = [input('picture')];
  const can = { ...one, fromPicture: true };
  const rejection = (more: Partial<PlannableJob>, abilities: NonNullable<Abilities['clip']> = can) =>
    rejectionText({ clip: abilities }, { ...job, ...clip, inputs, ...more });
  assert.equal(rejection({}), undefined);
  assert.match(rejection({ audio: true }) ?? '', /not generate sound/);
  assert.match(rejection({ exclude: ['snow'] }) ?? '', /--no/);
  assert.match(rejection({ loop: true }) ?? '', /makes no loops/);
  assert.match(
    rejection({ loop: true, inputs: [] }, { ...can, canEndWith: true }) ?? '',
    /from an image only/,
  );
  assert.equal(rejection({ loop: true }, { ...can, canEndWith: true }), undefined);
  const [step] = planSteps({ ...clip, inputs, loop: true }, { clip: { ...can, canEndWith: true } });
  assert.deepEqual([step?.picture, step?.loop, step?.seconds], ['last-frame', true, 4]);
  const copiedFields = { audio: true, loop: true, seconds: 5 };
  assert.equal(rejection(copiedFields), undefined);
  assert.deepEqual(planJob({ ...job, ...clip, ...copiedFields }, { clip: can }), {
    steps: [],
    finish: 'copy',
  });
});

test('an upscale to a size that the engine cannot generate is rejected', () => {
  const upscale = { kind: 'upscale', enhance: 'subtle', inputs: [input('picture')] } as const;
  const large = { ...upscale, width: 2048, height: 1536 };
  const rejection = (more: Partial<PlannableJob>, can: Abilities) => rejectionText(can, { ...job, ...more });
  const redraws: Abilities = { imageToImage: { ...one, sizes } };
  assert.match(rejection(large, redraws) ?? '', /no images as large/);
  assert.equal(rejection({ ...upscale, width: 1024, height: 768 }, redraws), undefined);
  assert.equal(rejection(large, { ...redraws, upscale: one }), undefined);
  const enlarging = { imageToImage: { ...one, sizes, enlargedSizes: { ...sizes, maxPixels: 2048 * 2048 } } };
  assert.equal(planSteps({ ...large, sizes }, enlarging)[0]?.width, 2048);
  assert.equal(rejection(large, { imageToImage: one }), undefined);
  const card = { multiple: 8, list: [{ width: 640, height: 480 }] };
  assert.match(rejection({ ...large, sizes: card }, { imageToImage: one }) ?? '', /no images as large/);
  assert.equal(rejection({ ...large, sizes: card }, { upscale: one }), undefined);
});

test('too many references of one use are rejected with the limit, and never dropped', () => {
  const style = { ...one, references: ['style'], maxReferences: { style: 2 } } as const;
  const rejection = (count: number, more: Abilities = {}) =>
    rejectionText(
      { generate: style, ...more },
      { ...job, inputs: Array.from({ length: count }, () => input('style')) },
    );
  assert.equal(rejection(2), undefined);
  assert.equal(
    rejection(3),
    'It takes at most 2 style reference images. Remove the others, or choose another model.',
  );
  assert.equal(rejection(3, { instruct: { most: 1, pictures: 3 } }), undefined, 'an instruction takes them');
});

test('a masked edit with references needs an instruction, and gets all of them', () => {
  const inputs = [input('picture'), input('mask'), input('character')];
  const region = { kind: 'edit', inputs } as const;
  const rejection = (can: Abilities) => rejectionText(can, { ...job, ...region });
  const knowing: Abilities = { inpaint: one, imageToImage: { ...one, references: ['character'] } };
  assert.match(rejection(knowing) ?? '', /reference images/);
  assert.match(rejection({ ...knowing, instruct: one }) ?? '', /reference images/, 'one picture too many');
  const can: Abilities = { ...knowing, instruct: { ...one, pictures: 2 } };
  assert.equal(rejection(can), undefined);
  const [step] = planSteps(region, can);
  assert.deepEqual([step?.primitive, step?.green], ['instruct', true]);
  assert.deepEqual(step?.references, [{ input: 2, use: 'character', weight: 1 }]);
  assert.match(step?.prompt ?? '', /green area.*character of picture 2/);
});

test('a whole picture can be edited without a mask, and a part of it only by inpainting or instruction', () => {
  const rejection = (inputs: PlannableJob['inputs'], can: Abilities) =>
    rejectionText(can, { ...job, kind: 'edit', inputs: inputs ?? [] });
  assert.equal(rejection([input('picture')], { imageToImage: one }), undefined);
  const maskedInputs = [input('picture'), input('mask')];
  assert.match(rejection(maskedInputs, { imageToImage: one }) ?? '', /only a part of an image/);
  for (const can of [{ inpaint: one }, { instruct: one }])
    assert.equal(rejection(maskedInputs, can), undefined);
});

test('an edit does not use an instruction if it has more pictures than the instruction accepts', () => {
  const inputs = [input('picture'), input('style')];
  const can: Abilities = { instruct: one, imageToImage: { ...one, references: ['style'] } };
  const [step] = planSteps({ kind: 'edit', inputs }, can);
  assert.deepEqual([step?.primitive, step?.references?.length], ['imageToImage', 1]);
});

test('blends, styles, characters and objects become references, or pictures of an instruction', () => {
  const inputs = [input('prompt'), input('prompt', 2), input('style'), input('character'), input('object')];
  const weights = { styleWeight: 50, characterWeight: 80, objectWeight: 400 };
  const uses = ['content', 'style', 'character', 'object'] as const;
  const [referenceStep] = planSteps({ inputs, ...weights }, { generate: { ...one, references: uses } });
  assert.equal(referenceStep?.primitive, 'generate');
  assert.deepEqual(referenceStep.references, [
    { input: 0, use: 'content', weight: 0.5 },
    { input: 1, use: 'content', weight: 1 },
    { input: 2, use: 'style', weight: 0.25 },
    { input: 3, use: 'character', weight: 0.8 },
    { input: 4, use: 'object', weight: 1 },
  ]);
  const follows: Abilities = { generate: one, instruct: { ...one, pictures: 5 } };
  const [instructStep] = planSteps({ inputs }, follows);
  assert.deepEqual([instructStep?.primitive, instructStep?.references?.length], ['instruct', 5]);
  assert.match(
    instructStep?.prompt ?? '',
    /picture 1\. .*picture 2\. .*style.* picture 3.* character of picture 4\. .*object of picture 5\./,
  );
  const [blendStep] = planSteps({ prompt: '', inputs: inputs.slice(0, 2) }, follows);
  assert.match(blendStep?.prompt ?? '', /^Combine the pictures/);
});

test('a variation keeps its references if the engine supports them', () => {
  const more = { kind: 'variation', inputs: [input('picture'), input('style')] } as const;
  const [referenceStep] = planSteps(more, { imageToImage: { ...one, references: ['style'] }, instruct: one });
  assert.deepEqual(
    [referenceStep?.primitive, referenceStep?.references?.[0]?.use],
    ['imageToImage', 'style'],
  );
  const [instructStep] = planSteps(more, { imageToImage: one, instruct: { ...one, pictures: 2 } });
  assert.deepEqual([instructStep?.primitive, instructStep?.references?.length], ['instruct', 1]);
  assert.match(instructStep?.prompt ?? '', /style and the colors of picture 2/);
});
