/**
 * Workflows of an operator: each has an API export, its primitive and its slots. Workflows with the same name
 * make a family.
 */
import { reason, reasonText, type Reason } from '@kinora/shared/errors/reason';
import type { OwnWorkflow } from '../../../contract/kind/own-workflow.ts';
import type { WorkflowLack } from '../../../contract/kind/workflow-lack.ts';
import type { WorkflowRejection } from '../../../contract/kind/workflow-support.ts';
import type { Ability } from '../../../contract/steps/ability.ts';
import { type Primitive, primitives } from '../../../contract/steps/primitive.ts';
import type { SizeRules } from '../../../../media/picture/size-rules.ts';
import type { Families, Family } from './families.ts';
import {
  checkGraph,
  checkSlots,
  idleSlots,
  isLack,
  type MisboundSlot,
  misboundSlots,
  type Problem,
  textOfProblem,
} from '../workflow/check-workflow.ts';
import { findCycle } from '../workflow/find-cycle.ts';
import { fillWorkflow } from '../workflow/fill-workflow.ts';
import { slotRange } from '../workflow/slot-types.ts';
import { inputOfClass, type NodeClasses } from '../workflow/node-class.ts';
import {
  type Graph,
  inputsForTitle,
  isLink,
  readWorkflow,
  type Slot,
  type Workflow,
} from '../workflow/read-workflow.ts';

/**
 * Returns the reason for which a workflow can run on no server, or undefined if there is none. Only the first
 * reason is returned, because others may follow from it.
 */
export function findRejection(ownWorkflow: OwnWorkflow): WorkflowRejection | undefined {
  const primitive = readPrimitive(ownWorkflow);
  if (!primitive)
    return { field: 'primitive', reason: reason('primitive_of', { allowed: primitives.join(', ') }) };
  const read = readWorkflow(ownWorkflow.graph, ownWorkflow.slots);
  if ('problem' in read) return { field: read.field, reason: read.problem };
  const { graph } = read.workflow;
  const [mistake] = mistakesIn(graph);
  if (mistake) return { field: 'graph', reason: mistake };
  const [idleSlot] = idleSlots(read.workflow);
  if (idleSlot)
    return { field: 'slots', reason: idleReason(idleSlot, graph[idleSlot.node]?.class_type ?? '') };
  const [misboundSlot] = misboundSlots(read.workflow);
  if (misboundSlot) return { field: 'slots', reason: misboundReason(misboundSlot) };
  const missingSlots = checkSlots(read.workflow, primitive).flatMap(problem =>
    problem.kind === 'slot' ? [problem.name] : [],
  );
  if (missingSlots.length === 0) return undefined;
  return { field: 'slots', reason: missingReason(missingSlots, primitive) };
}

/**
 * Returns why a graph can never run, regardless of its slots: links to nodes that do not exist, and a cycle.
 */
export function mistakesIn(graph: Graph): Reason[] {
  const looseLinks = Object.entries(graph).flatMap(([node, { inputs }]) =>
    Object.entries(inputs).flatMap(([input, value]) =>
      isLink(value) && !Object.hasOwn(graph, value[0])
        ? [reason('graph_loose_link', { node, input, target: value[0] })]
        : [],
    ),
  );
  const cycle = findCycle(graph);
  return cycle.length > 0 ? [...looseLinks, reason('graph_cycle', { nodes: cycle.join(', ') })] : looseLinks;
}

/** Lists the parts that a server with these classes lacks, and the faults of the workflow itself. */
export function listLacks({ graph, slots }: OwnWorkflow, classes: NodeClasses): WorkflowLack[] {
  const read = readWorkflow(graph, slots);
  if ('problem' in read)
    return [{ kind: 'value', name: reasonText(read.problem), node: '', input: undefined }];
  return lacksOfWorkflow(read.workflow, { classes });
}

/** `model` is the file that the workflow loads. Absent if it loads the one that it names. */
export function lacksOfWorkflow(
  workflow: Workflow,
  { classes, model }: { readonly classes: NodeClasses; readonly model?: string | undefined },
): WorkflowLack[] {
  const problems = checkGraph(fillWorkflow(workflow, { model }, classes), classes);
  const lacks = [
    ...problems.flatMap(problem => toLack(problem, workflow.graph)),
    ...valuesOutOfRange(workflow, classes),
    ...(workflow.isForManyComfyBuilds ? [] : unlistedInputs(workflow, classes)),
  ];
  const toKey = ({ kind, name, node, input }: WorkflowLack) =>
    kind === 'node' ? `node ${name}` : JSON.stringify([kind, name, node, input]);
  return [...new Map(lacks.map(lack => [toKey(lack), lack])).values()];
}

/** Returns the graph of a workflow. It is empty if the workflow cannot be read. */
export function readGraph({ graph, slots }: OwnWorkflow): Graph {
  const read = readWorkflow(graph, slots);
  return 'problem' in read ? {} : read.workflow.graph;
}

/** Workflows that cannot be read are left out. Of two with the same name and primitive, the last counts. */
export function groupFamilies(ownWorkflows: readonly OwnWorkflow[]): Families {
  const families = new Map<string, Map<Primitive, Part>>();
  for (const ownWorkflow of ownWorkflows) {
    const primitive = readPrimitive(ownWorkflow);
    const read = readWorkflow(ownWorkflow.graph, ownWorkflow.slots);
    if (!primitive || 'problem' in read) continue;
    const parts = families.get(ownWorkflow.family) ?? new Map<Primitive, Part>();
    families.set(ownWorkflow.family, parts.set(primitive, { ownWorkflow, workflow: read.workflow }));
  }
  return new Map([...families].map(([name, parts]) => [name, toFamily(parts)]));
}

interface Part {
  readonly ownWorkflow: OwnWorkflow;
  readonly workflow: Workflow;
}

function readPrimitive({ primitive }: OwnWorkflow): Primitive | undefined {
  return primitives.find(one => one === primitive);
}

function toFamily(parts: ReadonlyMap<Primitive, Part>): Family {
  const abilities = [...parts].map(([primitive, { ownWorkflow, workflow }]) => [
    primitive,
    readAbility(workflow, ownWorkflow.sizes),
  ]);
  const timing = [...parts.values()].find(({ ownWorkflow }) => ownWorkflow.timing)?.ownWorkflow.timing;
  return {
    abilities: Object.fromEntries(abilities),
    ...(timing && { timing }),
    chooseWorkflow({ primitive }) {
      const part = parts.get(primitive);
      // The part exists, because the abilities are checked first.
      return part ? part.workflow : { graph: {}, slots: [] };
    },
  };
}

function idleReason({ name, node }: Slot, nodeClass: string): Reason {
  return reason('slot_idle', { name, node, nodeClass, inputs: inputsForTitle(name).join(', ') });
}

function misboundReason({ slot: { name, node, input = '' }, from, types }: MisboundSlot): Reason {
  const place = { name, node, input };
  return types
    ? reason('slot_other_type', { ...place, slotType: types.slot, inputType: types.input })
    : reason('slot_linked', { ...place, from: from ?? '' });
}

function missingReason(names: readonly string[], primitive: string): Reason {
  const titles = names.map(name => `$${name}`).join(' ');
  return reason('slots_missing', { primitive, names: names.join(', '), titles });
}

function toLack(problem: Problem, graph: Graph): WorkflowLack[] {
  switch (problem.kind) {
    case 'class':
      return [{ kind: 'node', name: problem.name, node: problem.node, input: undefined }];
    case 'choice':
      return [
        {
          kind: isLack(graph, problem) ? 'file' : 'value',
          name: problem.value,
          node: problem.node,
          input: problem.input,
        },
      ];
    case 'input': {
      const { node, input, problem: description } = problem;
      return [{ kind: 'value', name: `${input} (${description})`, node, input }];
    }
    case 'cycle':
      return [
        { kind: 'value', name: textOfProblem(problem), node: problem.nodes[0] ?? '', input: undefined },
      ];
    case 'slot':
      return [];
  }
}

/**
 * Lists inputs that the server does not list. They are sent when the workflow runs, and only the node decides
 * whether it takes them.
 */
function unlistedInputs({ graph }: Workflow, classes: NodeClasses): WorkflowLack[] {
  return Object.entries(graph).flatMap(([node, { class_type, inputs }]) => {
    const nodeClass = classes.get(class_type);
    if (!nodeClass) return [];
    return Object.keys(inputs)
      .filter(input => !inputOfClass(nodeClass, input))
      .map((input): WorkflowLack => ({ kind: 'unlisted', name: `${input} (${class_type})`, node, input }));
  });
}

/**
 * Lists slots that get values which their inputs do not accept, so that tasks would fail although the value
 * in the workflow is fine.
 */
function valuesOutOfRange({ graph, slots }: Workflow, classes: NodeClasses): WorkflowLack[] {
  return slots.flatMap(({ name, node, input }): WorkflowLack[] => {
    const range = slotRange(name);
    const nodeClass = classes.get(graph[node]?.class_type ?? '');
    const expected = input === undefined ? undefined : nodeClass?.inputs.get(input);
    if (!range || !expected || input === undefined || !['INT', 'FLOAT'].includes(expected.type)) return [];
    const { min = -Infinity, max = Infinity } = expected;
    if (range.min >= min && range.max <= max) return [];
    const rangeText = `allows ${min} to ${max}, the slot ${name} is ${range.min} to ${range.max}`;
    return [{ kind: 'value', name: `${input} (${rangeText})`, node, input }];
  });
}

/** Reads the ability from the slots: the workflow cannot use a value for which it has no slot. */
function readAbility(
  { slots }: Workflow,
  { multiple = 8, minPixels, maxPixels }: OwnWorkflow['sizes'],
): Ability {
  const hasSlot = (name: string) => slots.some(slot => slot.name === name && slot.input !== undefined);
  const picture = slots.find(({ name }) => name === 'picture');
  const countSlots = (names: RegExp) =>
    new Set(slots.map(({ name }) => name).filter(name => names.test(name))).size;
  const sizes: SizeRules = {
    multiple,
    ...(minPixels !== undefined && { minPixels }),
    ...(maxPixels !== undefined && { maxPixels }),
  };
  return {
    most: 1,
    sizes,
    hasNegative: hasSlot('negative'),
    ...(hasSlot('style') && {
      references: ['style'] as const,
      maxReferences: { style: countSlots(/^style\d*$/) },
    }),
    pictures: Math.max(1, countSlots(/^picture\d*$/)),
    fromWords: hasSlot('prompt') && (!picture || picture.isOptional),
    fromPicture: picture !== undefined,
    canEndWith: hasSlot('last'),
    hasAudio: slots.some(({ name }) => name === 'audio'),
  };
}
