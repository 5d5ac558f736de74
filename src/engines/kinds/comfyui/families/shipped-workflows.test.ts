/** Checks every shipped workflow against the node classes of a real server. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import nodeClasses from '../../../../../test/support/comfyui/node-classes.json' with { type: 'json' };
import { smallStep } from '../../../../../test/support/engines/steps.ts';
import type { Primitive } from '../../../contract/steps/primitive.ts';
import { loadWorkflow, shippedFamilies } from './families.ts';
import { pictureSlots, toSlotValues } from './slot-values.ts';
import { checkGraph, checkSlots, type Problem } from '../workflow/check-workflow.ts';
import { fillWorkflow } from '../workflow/fill-workflow.ts';
import { nodeClassShape, type NodeClasses } from '../workflow/node-class.ts';
import type { Graph, Workflow } from '../workflow/read-workflow.ts';

const root = fileURLToPath(new URL('../workflows/', import.meta.url));
const files = globSync('*/*.json', { cwd: root }).sort();

/** The node classes of the server, extended by every model file that the workflow names. */
function classesFor({ graph }: Workflow): NodeClasses {
  const inputValues = Object.values(graph).flatMap(({ inputs }) => Object.values(inputs));
  const isFile = (value: unknown): value is string => String(value).endsWith('.safetensors');
  return new Map(
    Object.entries(nodeClasses).map(([name, info]) => {
      const nodeClass = nodeClassShape.parse(info);
      const inputs = [...nodeClass.inputs].map(
        ([input, spec]) =>
          [
            input,
            /(_name\d?|text_encoder)$/.test(input)
              ? { ...spec, choices: withFiles(spec.choices, inputValues.filter(isFile)) }
              : spec,
          ] as const,
      );
      return [name, { ...nodeClass, inputs: new Map(inputs) }];
    }),
  );
}

function withFiles(choices: readonly string[] | undefined, fileNames: readonly string[]) {
  return choices && [...choices, ...fileNames];
}

for (const file of files) {
  const workflow = loadWorkflow(file.replace('.json', ''));
  const check = (graph: Graph): Problem[] => checkGraph(graph, classesFor(workflow));

  test(`${file} is valid on a real server, with all of its optional parts and with none`, () => {
    const all = Object.fromEntries(
      workflow.slots.filter(({ isOptional }) => isOptional).map(({ name }) => [name, 'a.png']),
    );
    const { upscaler: _, ...pictures } = all;
    const full = fillWorkflow(workflow, pictures, classesFor(workflow));
    assert.deepEqual(check(full), []);
    assert.equal(Object.keys(full).length, Object.keys(workflow.graph).length, 'all nodes are kept');
    assert.deepEqual(check(fillWorkflow(workflow, {}, classesFor(workflow))), []);
  });

  test(`${file}: every slot except the markers for results and sounds is an input`, () => {
    const marks = workflow.slots.filter(({ input }) => input === undefined).map(({ name }) => name);
    assert.deepEqual(
      marks.filter(name => name !== 'out' && name !== 'audio'),
      [],
    );
  });
}

for (const [name, family] of shippedFamilies)
  for (const primitive of Object.keys(family.abilities) as Primitive[])
    test(`${name}: ${primitive} has a slot for every value of a step`, async () => {
      const step = await smallStep(primitive, { upstream: name, isFull: true });
      const workflow = family.chooseWorkflow(step);
      assert.deepEqual(checkSlots(workflow, primitive), []);
      const names = new Set(workflow.slots.map(slot => slot.name));
      const values = toSlotValues(step, { family, file: 'own.safetensors' });
      // A model without negative prompts has no slot for them, and workflows with an
      // input picture may take its size.
      const unusedSlots = ['negative', 'width', 'height'];
      if (family.abilities[primitive]?.hasNegative) unusedSlots.shift();
      // These families inpaint with another model than the one that generates.
      if (names.has('fillModel')) unusedSlots.push('model');
      const missing = Object.keys(values).filter(
        slot => values[slot] !== undefined && !names.has(slot) && !unusedSlots.includes(slot),
      );
      assert.deepEqual(missing, []);
      for (const slot of pictureSlots(step).keys()) assert.ok(names.has(slot), slot);
    });
