/**
 * What is wrong with a route to a ComfyUI server, as far as its workflows tell: the family, and the
 * slots that its parameters set.
 */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import type { RouteProblem, RouteTerms } from '../../../contract/kind/route-problem.ts';
import { type Primitive, primitives } from '../../../contract/steps/primitive.ts';
import type { Step } from '../../../contract/steps/step.ts';
import { nearestName } from '@kinora/shared/text/nearest-name';
import { modelFile } from '../workflow/check-workflow.ts';
import { slotType } from '../workflow/slot-types.ts';
import { isLink, type Workflow } from '../workflow/read-workflow.ts';
import type { Families, Family } from './families.ts';
import { readUpstream } from './upstream.ts';

type ParameterType = 'number' | 'string' | 'boolean';

/**
 * Values that are not known here, such as the samplers of the server, are checked when a task
 * starts. Returns undefined if all is well.
 */
export function routeProblem(
  { upstream, parameters: { rename, set } }: RouteTerms,
  families: Families,
): RouteProblem | undefined {
  const { family, file } = readUpstream(upstream, families) ?? {};
  if (!family) return { field: 'upstream', reason: familyReason(upstream.split(':', 1)[0] ?? '', families) };
  if (file !== undefined && !modelFile.test(file))
    return { field: 'upstream', reason: reason('upstream_file', { upstream }) };
  const types = settableSlots(family);
  const unknown = [...Object.values(rename), ...Object.keys(set)].find(name => !types.has(name));
  if (unknown !== undefined)
    return { field: 'parameters', reason: slotReason(unknown, [...types.keys()].toSorted()) };
  for (const [name, value] of Object.entries(set)) {
    const type = types.get(name);
    if (type && type !== typeof value)
      return {
        field: 'parameters',
        reason: reason('slot_type', { name, type, value: JSON.stringify(value) }),
      };
  }
  return undefined;
}

/** Slots of every step that the step itself decides. */
const decidedSlots =
  /^(?:prompt|negative|seed|width|height|frames|fps|audio|batch|model|out|(?:picture|mask|last|style|styleWeight)\d*)$/;
/** Primitives whose steps have a strength, which is their denoise. */
const withStrength: readonly Primitive[] = ['imageToImage', 'inpaint', 'upscale'];

/** The slots that a route can set, with their types. Returns undefined if it is not known. */
export function settableSlots(family: Family): ReadonlyMap<string, ParameterType | undefined> {
  const slots = new Map<string, ParameterType | undefined>();
  for (const primitive of primitives.filter(one => family.abilities[one]))
    for (const workflow of workflowsFor(family, primitive))
      for (const { name, node, input } of workflow.slots) {
        const isDecided = decidedSlots.test(name) || (name === 'denoise' && withStrength.includes(primitive));
        if (isDecided || input === undefined || slots.get(name)) continue;
        slots.set(name, slotType(name) ?? typeIn(workflow, node, input));
      }
  return slots;
}

/** All that a family uses for a primitive: some depend on the strength, or on whether there is a picture. */
export function workflowsFor(family: Family, primitive: Primitive): Workflow[] {
  const plain = [{ strength: 1 }, { strength: 0 }, { strength: 1, picture: {} }];
  return [...new Set(plain.map(more => family.chooseWorkflow({ primitive, ...more } as unknown as Step)))];
}

/** What a workflow has as a text may also be a choice, which an operator may name as it is listed. */
function typeIn({ graph }: Workflow, node: string, input: string): ParameterType | undefined {
  const value = graph[node]?.inputs[input];
  if (isLink(value)) return undefined;
  return typeof value === 'number' || typeof value === 'boolean'
    ? (typeof value as ParameterType)
    : undefined;
}

function familyReason(name: string, families: Families): Reason {
  const names = [...families.keys()];
  // A file is named after the family of its workflows.
  const suggestion = modelFile.test(name) ? `sdxl:${name}` : nearestName(name, names);
  return reason('family_absent', {
    name,
    meant: suggestion ? ` Did you mean ${suggestion}?` : '',
    meantZh: suggestion ? `您是否想用 ${suggestion}？` : '',
    allowed: names.join(', '),
  });
}

function slotReason(name: string, slots: readonly string[]): Reason {
  const none = { allowed: 'none', allowedZh: '无' };
  return reason('slot_absent', { name, ...(slots.length > 0 ? { allowed: slots.join(', ') } : none) });
}
