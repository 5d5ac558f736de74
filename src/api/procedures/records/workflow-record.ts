/** Workflows of the operator, and what a server lacks to run one. */
import { z } from 'zod';
import { time } from './values.ts';

export const slotRecord = z.strictObject({
  slot: z.string(),
  node: z.string(),
  input: z.string().nullable().describe('null: the slot marks the node.'),
  optional: z.boolean().describe('Whether the node is left out if there is no value.'),
});

const common = {
  family: z.string().describe('What "upstream" of a route names.'),
  primitive: z.string(),
  nodes: z.number().int(),
};

export const workflowRecord = z.strictObject({
  ...common,
  slots: z.array(z.string()).describe('Slots that are bound, apart from those in titles.'),
  changed: time,
});

export const workflowDetails = z.strictObject({
  ...common,
  slots: z.array(slotRecord),
  sizes: z.strictObject({
    multiple: z.number().int().optional(),
    minPixels: z.number().int().optional(),
    maxPixels: z.number().int().optional(),
  }),
  timing: z.strictObject({ framesPerSecond: z.number(), multiple: z.number().int() }).nullable(),
  graph: z.unknown().describe('As it was exported.'),
  changed: time,
});

export const exportRecord = z.strictObject({
  nodes: z.array(
    z.strictObject({
      id: z.string(),
      class: z.string(),
      title: z.string().nullable(),
      inputs: z.array(
        z.strictObject({
          name: z.string(),
          value: z.unknown().describe('null: it comes from another node, or is null.'),
          from: z.string().nullable().describe('The node that it comes from; null: it has a value.'),
        }),
      ),
    }),
  ),
  slots: z
    .array(slotRecord.extend({ in_title: z.boolean().describe('false: a suggestion.') }))
    .describe('Slots in titles, and suggestions for the others.'),
  mistakes: z
    .array(z.string())
    .describe(
      'Why no server can run the workflow: nodes that feed each other, and inputs from nodes that are not there. "workflow add" rejects it.',
    ),
  needs: z
    .record(z.string(), z.array(z.string()))
    .describe('Primitives, with the slots that a workflow for them must have.'),
  shipped: z.array(z.string()).describe('Built-in families, whose names cannot be used.'),
});

export const checkRecord = z.strictObject({
  engine: z.string(),
  family: z.string(),
  ok: z.boolean(),
  code: z.string().nullable().describe('Why the engine could not be asked, as of "engine probe".'),
  message: z.string(),
  lacks: z.array(
    z.strictObject({
      primitive: z.string(),
      kind: z
        .enum(['node', 'file', 'value', 'unlisted'])
        .describe(
          'A node class or a model file that the server does not have. value: an input that the workflow lacks, or whose value the server does not accept. unlisted: an input that the server does not list. It is sent, and does not count for "ok".',
        ),
      name: z.string(),
      node: z.string().describe('ID of the node that needs it.'),
      input: z.string().nullable(),
    }),
  ),
});
