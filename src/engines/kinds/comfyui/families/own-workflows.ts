/** The workflows of the operator in a process. Their abilities are computed whenever they change. */
import type { Json } from '../../../contract/json.ts';
import type { InstanceAccess } from '../../../contract/kind/instance-access.ts';
import type { ReadableWorkflow } from '../../../contract/kind/readable-workflow.ts';
import type { WorkflowSupport } from '../../../contract/kind/workflow-support.ts';
import { primitives } from '../../../contract/steps/primitive.ts';
import { openHttpClient } from '../../../adapter-kit/http/http-client.ts';
import { ClassCache } from '../server/class-cache.ts';
import { openComfyServer } from '../server/comfy-server.ts';
import { type Families, type Family, shippedFamilies } from './families.ts';
import { neededSlots } from '../workflow/check-workflow.ts';
import {
  groupFamilies,
  readGraph,
  listLacks,
  lacksOfWorkflow,
  mistakesIn,
  findRejection,
} from './custom-workflow.ts';
import { workflowsFor } from './route-problem.ts';
import { type Graph, isLink, readWorkflow, type Slot, unwrapGraph } from '../workflow/read-workflow.ts';
import { suggestSlots } from '../workflow/suggest-slots.ts';

export interface OwnWorkflows {
  /** The current families: those that come with Kinora, and those of the operator. */
  readonly families: Families;
  readonly support: WorkflowSupport;
}

export function openOwnWorkflows(): OwnWorkflows {
  const families = new Map<string, Family>(shippedFamilies);
  return {
    families,
    support: {
      needs: neededSlots,
      shippedFamilies: [...shippedFamilies.keys()],
      read: readExport,
      rejection: findRejection,
      replace(workflows) {
        const ownFamilies = groupFamilies(workflows);
        families.clear();
        // Shipped families come last, so that they replace others of the same name.
        for (const [name, family] of [...ownFamilies, ...shippedFamilies]) families.set(name, family);
      },
      lacks: findLacks,
      shippedLacks: findShippedLacks,
    },
  };
}

function readExport(json: unknown): ReturnType<WorkflowSupport['read']> {
  const read = readWorkflow(json);
  if ('problem' in read) return { field: 'graph', reason: read.problem };
  const { graph, slots } = read.workflow;
  return {
    graph: unwrapGraph(json) as Json,
    nodes: listNodes(graph),
    slots: proposeSlots(graph, slots),
    mistakes: mistakesIn(graph),
  };
}

function listNodes(graph: Graph): ReadableWorkflow['nodes'] {
  return Object.entries(graph).map(([id, { class_type: className, inputs, _meta: meta }]) => ({
    id,
    className,
    title: meta?.title,
    inputs: Object.entries(inputs).map(([name, value]) => ({
      name,
      value: isLink(value) ? undefined : value,
      from: isLink(value) ? value[0] : undefined,
    })),
  }));
}

/**
 * Titles show the intention of the author: no other suggestion is made for the same slot or the same input.
 */
function proposeSlots(graph: Graph, titledSlots: readonly Slot[]): ReadableWorkflow['slots'] {
  const isTitled = (slot: string, node: string, input: string | undefined) =>
    titledSlots.some(one => one.name === slot || (one.node === node && one.input === input));
  return [
    ...titledSlots.map(({ name, node, input, isOptional }) => ({
      slot: name,
      node,
      input,
      isOptional,
      isInTitle: true,
    })),
    ...suggestSlots(graph)
      .filter(({ slot, node, input }) => !isTitled(slot, node, input))
      .map(slot => ({ ...slot, isInTitle: false })),
  ];
}

const findLacks: WorkflowSupport['lacks'] = (access, workflow, signal) =>
  withClasses(access, async classes =>
    listLacks(workflow, await classes.readClasses(readGraph(workflow), signal)),
  );

const findShippedLacks: WorkflowSupport['shippedLacks'] = (access, name, signal) =>
  withClasses(access, async classes => {
    const family = shippedFamilies.get(name);
    if (!family) return [];
    const lacks = primitives
      .filter(primitive => family.abilities[primitive])
      .flatMap(primitive => workflowsFor(family, primitive).map(workflow => ({ primitive, workflow })))
      .map(async ({ primitive, workflow }) => {
        const nodeClasses = await classes.readClasses(workflow.graph, signal);
        const workflowLacks = lacksOfWorkflow(workflow, { classes: nodeClasses, model: family.model });
        return workflowLacks.map(lack => ({ ...lack, primitive }));
      });
    return (await Promise.all(lacks)).flat();
  });

async function withClasses<Result>(
  { url = '', secret }: InstanceAccess,
  ask: (classes: ClassCache) => Promise<Result>,
): Promise<Result> {
  const client = openHttpClient({ url, secret });
  try {
    return await ask(new ClassCache(openComfyServer(client)));
  } finally {
    client.close();
  }
}
