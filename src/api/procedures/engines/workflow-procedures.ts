/**
 * workflow list | show | read | add | remove | check: what the operator's own workflows
 * are, and where they can run.
 * @NOTE length: the procedures of one subject, and what they check.
 */
import { z } from 'zod';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { OwnWorkflow } from '../../../engines/contract/kind/own-workflow.ts';
import type { WorkflowLack } from '../../../engines/contract/kind/workflow-lack.ts';
import type { WorkflowSupport } from '../../../engines/contract/kind/workflow-support.ts';
import type { Json } from '../../../engines/contract/json.ts';
import { AppError, fieldInvalid, type Language } from '@kinora/shared/errors/errors';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { reasonText } from '@kinora/shared/errors/reason';
import { existing as existingInstance } from '../../../core/catalogue/engines/change-instance.ts';
import { kindNamed } from '../../../core/catalogue/engines/instance-input.ts';
import { listInstances, type EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import {
  findWorkflow,
  listWorkflows,
  removeWorkflow,
  saveWorkflow,
  type StoredWorkflow,
  type WorkflowName,
} from '../../../core/catalogue/engines/workflow-rows.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { lockRoutes } from '../../../core/catalogue/routes/change-routes.ts';
import { listRoutes } from '../../../core/catalogue/routes/list-routes.ts';
import { askEngine } from './ask-engine.ts';
import { engineName } from '../fields/instance-fields.ts';
import { operateText } from '../operate-texts.ts';
import { procedure, procedureInSteps, type Context } from '../procedure.ts';
import { checkRecord, exportRecord, workflowDetails, workflowRecord } from '../records/workflow-record.ts';
import { graph, primitive, sizes, slots, timing } from './workflow-fields.ts';

const family = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, reasonCode('workflow_family'))
  .describe('Family: what "upstream" of a route names. Workflows for several primitives can share one.');
const name = { family, primitive };

export const workflowProcedures = [
  procedure({
    name: 'workflow list',
    description: 'List your own workflows.',
    who: 'operator',
    changes: false,
    input: z.strictObject({ family: family.optional() }),
    output: z.array(workflowRecord),
    run: async ({ db }, input) =>
      (await listWorkflows(db))
        .filter(workflow => (input.family ?? workflow.family) === workflow.family)
        .map(toRecord),
  }),
  procedure({
    name: 'workflow show',
    description: 'Show a workflow with its graph and its slots.',
    who: 'operator',
    changes: false,
    word: 'family',
    input: z.strictObject({
      family,
      primitive: primitive.optional().describe('What it is for. Default: the only workflow of the family.'),
    }),
    output: workflowDetails,
    run: async ({ db }, input) => {
      const storedWorkflow = await existingWorkflow(db, await nameIn(db, input));
      const { graph: exportedGraph, sizes, timing, slots: bindings, ...workflow } = storedWorkflow;
      return {
        family: workflow.family,
        primitive: workflow.primitive,
        nodes: nodeCount(exportedGraph),
        slots: bindings.map(toSlot),
        sizes,
        timing: timing ?? null,
        graph: exportedGraph,
        changed: workflow.changedAt.toISOString(),
      };
    },
  }),
  procedure({
    name: 'workflow read',
    description: 'Read an exported workflow and suggest its slots. Nothing is stored.',
    who: 'operator',
    changes: true,
    word: 'graph',
    isFile: true,
    input: z.strictObject({ graph }),
    output: exportRecord,
    run: async ({ engineKinds, language }, input) => {
      const { needs, shippedFamilies, read } = findSupport(engineKinds);
      const reading = read(input.graph);
      if ('reason' in reading) throw toRejection(reading);
      return {
        nodes: reading.nodes.map(({ id, className, title, inputs }) => ({
          id,
          class: className,
          title: title ?? null,
          inputs: inputs.map(input => ({
            name: input.name,
            value: input.value ?? null,
            from: input.from ?? null,
          })),
        })),
        slots: reading.slots.map(({ isInTitle, ...slot }) => ({ ...toSlot(slot), in_title: isInTitle })),
        mistakes: reading.mistakes.map(mistake => reasonText(mistake, language)),
        needs: Object.fromEntries(Object.entries(needs).map(([key, names]) => [key, [...names]])),
        shipped: [...shippedFamilies],
      };
    },
  }),
  procedure({
    name: 'workflow add',
    description: 'Add a workflow, or replace the one of the same family and primitive.',
    who: 'operator',
    changes: true,
    word: 'graph',
    isFile: true,
    input: z.strictObject({ graph, ...name, slots, sizes, timing }),
    output: workflowRecord,
    run: async (context, input) => {
      const { db, engineKinds } = context;
      const reading = findSupport(engineKinds).read(input.graph);
      if ('reason' in reading) throw toRejection(reading);
      const workflow: OwnWorkflow = {
        family: input.family,
        primitive: input.primitive,
        graph: reading.graph,
        slots: (input.slots ?? []).map(({ optional, ...slot }) => ({
          ...slot,
          input: slot.input ?? undefined,
          ...(optional && { isOptional: true }),
        })),
        sizes: input.sizes ?? {},
        timing: input.timing ?? undefined,
      };
      rejectUnusable(findSupport(engineKinds), workflow);
      const before = await findWorkflow(db, workflow);
      const [savedWorkflow] = await saveWorkflow(db, workflow);
      if (!savedWorkflow) throw new InvariantError('a workflow that was saved is not there');
      const after = toRecord(savedWorkflow);
      const object = formatName(workflow);
      await context.note({ object, ...(before && { before: toRecord(before) }), after });
      return after;
    },
  }),
  procedure({
    name: 'workflow remove',
    description:
      'Remove a workflow. The last one of a family cannot be removed while a route uses the family.',
    who: 'operator',
    changes: true,
    word: 'family',
    input: z.strictObject(name),
    output: z.strictObject({ ...name, removed: z.boolean() }),
    run: async (context, input) => {
      const { db } = context;
      // The routes are locked before the row is read, so that no route is added meanwhile.
      await lockRoutes(db);
      const before = await existingWorkflow(db, input);
      await rejectNeeded(context, before);
      await removeWorkflow(db, before);
      await context.note({ object: formatName(before), before: toRecord(before) });
      return { ...input, removed: true };
    },
  }),
  procedureInSteps({
    name: 'workflow check',
    description:
      'Check whether the server of an engine has everything that the workflows of a family need. Nothing is generated.',
    who: 'operator',
    changes: true,
    word: 'family',
    input: z.strictObject({ family, engine: engineName.describe('Engine name.') }),
    output: checkRecord,
    run: async (context, input) => {
      const instance = await existingInstance(context.db, input.engine, { isReading: true });
      const all = await listWorkflows(context.db);
      const workflows = all.filter(workflow => workflow.family === input.family);
      const { shippedFamilies } = findSupport(context.engineKinds);
      if (workflows.length === 0 && !shippedFamilies.includes(input.family)) {
        const shippedWorkflows = shippedFamilies.map(one => ({ family: one, primitive: '' }));
        throw unknown(input.family, [...all, ...shippedWorkflows]);
      }
      await context.note({ object: `${input.family} -> ${instance.name}` });
      return { instance, family: input.family, workflows };
    },
    // Not in the transaction, because the server may be slow.
    afterwards: (context, { instance, ...selection }) => check(context, instance, selection),
  }),
];

async function check(
  context: Pick<Context, 'db' | 'engineKinds' | 'language' | 'log' | 'secretKeys'>,
  instance: EngineInstance,
  { family: familyName, workflows }: { readonly family: string; readonly workflows: readonly OwnWorkflow[] },
): Promise<z.output<typeof checkRecord>> {
  const { kind, workflows: support } = kindNamed(context.engineKinds, instance.kind);
  if (!support) throw fieldInvalid('engine', 'workflow_engine', { kind });
  const answer = await askEngine(context, instance, async (access, signal) => {
    if (workflows.length === 0) return support.shippedLacks(access, familyName, signal);
    const lacks = workflows.map(async workflow => {
      const workflowLacks = await support.lacks(access, workflow, signal);
      return workflowLacks.map(lack => ({ ...lack, primitive: workflow.primitive }));
    });
    return (await Promise.all(lacks)).flat();
  });
  const subject = { engine: instance.name, family: familyName };
  if ('code' in answer)
    return { ...subject, ok: false, code: answer.code, message: answer.message, lacks: [] };
  const lacks = answer.result.map(({ input = null, ...lack }) => ({ ...lack, input }));
  const isOk = lacks.every(({ kind: lackKind }) => lackKind === 'unlisted');
  return { ...subject, ok: isOk, code: null, message: describeVerdict(lacks, context.language), lacks };
}

/** What the server lacks is installed there. What the workflows lack is changed in them. */
function describeVerdict(lacks: readonly Pick<WorkflowLack, 'kind'>[], language: Language): string {
  const count = (...kinds: WorkflowLack['kind'][]) => lacks.filter(({ kind }) => kinds.includes(kind)).length;
  const wrongCount = count('value');
  const missingCount = count('node', 'file');
  const unlistedCount = count('unlisted');
  const missingText = missingCount === 1 ? 'workflow_lacks_one' : 'workflow_lacks';
  const wrongText = wrongCount === 1 ? 'workflow_wrong_one' : 'workflow_wrong';
  const texts = [
    ...(missingCount + wrongCount === 0 ? [operateText('workflow_runs', {}, language)] : []),
    ...(missingCount > 0 ? [operateText(missingText, { count: missingCount }, language)] : []),
    ...(wrongCount > 0 ? [operateText(wrongText, { count: wrongCount }, language)] : []),
    ...(unlistedCount > 0 ? [operateText('workflow_unlisted', { count: unlistedCount }, language)] : []),
  ];
  return texts.join(language === 'zh' ? '' : ' ');
}

/** @throws {InvariantError} if no kind of this build runs workflows. */
function findSupport(kinds: readonly EngineKind[]): WorkflowSupport {
  const support = kinds.find(({ workflows }) => workflows)?.workflows;
  if (!support) throw new InvariantError('no kind of engine runs workflows');
  return support;
}

/** Throws AppError `field_invalid`. */
function rejectUnusable({ shippedFamilies, rejection }: WorkflowSupport, workflow: OwnWorkflow): void {
  const { family: familyName } = workflow;
  if (shippedFamilies.includes(familyName))
    throw fieldInvalid('family', 'workflow_family_shipped', { family: familyName });
  const problem = rejection(workflow);
  if (problem) throw toRejection(problem);
}

function toRejection({ field, reason }: NonNullable<ReturnType<WorkflowSupport['rejection']>>): AppError {
  return fieldInvalid(field, 'other', { problem: reason });
}

/** Throws AppError `workflow_needed`. */
async function rejectNeeded(
  { db, engineKinds }: Pick<Context, 'db' | 'engineKinds'>,
  { family, primitive }: WorkflowName,
) {
  const otherWorkflows = (await listWorkflows(db)).filter(
    workflow => workflow.family === family && workflow.primitive !== primitive,
  );
  if (otherWorkflows.length > 0) return;
  const kinds = engineKinds.flatMap(({ kind, workflows }) => (workflows ? [kind] : []));
  const engines = (await listInstances(db)).filter(({ kind }) => kinds.includes(kind));
  const routes = (await listRoutes(db)).filter(
    ({ engine, model, upstream = model }) =>
      upstream.split(':', 1)[0] === family && engines.some(one => one.name === engine),
  );
  if (routes.length === 0) return;
  throw new AppError('workflow_needed', {
    family,
    routes: routes.map(({ model, engine }) => `${model} -> ${engine}`).join(', '),
  });
}

/** Throws AppError `workflow_unknown`. */
async function existingWorkflow(db: Context['db'], workflowName: WorkflowName): Promise<StoredWorkflow> {
  const match = await findWorkflow(db, workflowName);
  if (!match) throw unknown(formatName(workflowName), await listWorkflows(db));
  return match;
}

/**
 * Without a primitive, the only workflow of the family. Throws AppError `field_invalid` if there are several.
 */
async function nameIn(
  db: Context['db'],
  { family, primitive }: Pick<WorkflowName, 'family'> & { readonly primitive?: string | undefined },
): Promise<WorkflowName> {
  if (primitive !== undefined) return { family, primitive };
  const familyWorkflows = (await listWorkflows(db)).filter(workflow => workflow.family === family);
  const allowedPrimitives = familyWorkflows.map(workflow => workflow.primitive).join(', ');
  if (familyWorkflows.length > 1)
    throw fieldInvalid('primitive', 'workflow_several', { family, allowed: allowedPrimitives });
  return familyWorkflows[0] ?? { family, primitive: '' };
}

function unknown(workflow: string, all: readonly WorkflowName[]): AppError {
  return new AppError('workflow_unknown', { workflow, allowed: all.map(formatName).join(', ') || '(none)' });
}

function formatName({ family, primitive }: WorkflowName): string {
  return `${family} ${primitive}`.trim();
}

function nodeCount(exportedGraph: Json): number {
  return typeof exportedGraph === 'object' && exportedGraph !== null ? Object.keys(exportedGraph).length : 0;
}

function toRecord({ family, primitive, graph: exportedGraph, slots: bindings, changedAt }: StoredWorkflow) {
  return {
    family,
    primitive,
    nodes: nodeCount(exportedGraph),
    slots: [...new Set(bindings.map(({ slot }) => slot))],
    changed: changedAt.toISOString(),
  };
}

function toSlot({ slot, node, input, isOptional }: OwnWorkflow['slots'][number]) {
  return { slot, node, input: input ?? null, optional: isOptional ?? false };
}
