/**
 * Makes the graph of a step: uploads its pictures, fills its workflow, and checks that the server has every
 * class and file that it needs.
 */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import type { Step } from '../../contract/steps/step.ts';
import type { ClassCache } from './server/class-cache.ts';
import type { ComfyServer } from './server/comfy-server.ts';
import { pictureSlots, toSlotValues } from './families/slot-values.ts';
import type { Upstream } from './families/upstream.ts';
import { checkGraph, isLack, type Problem, textOfProblem } from './workflow/check-workflow.ts';
import { fillWorkflow, type SlotValues } from './workflow/fill-workflow.ts';
import type { Graph, Workflow } from './workflow/read-workflow.ts';

export interface PromptDependencies {
  readonly server: ComfyServer;
  readonly classes: ClassCache;
  readonly signal: AbortSignal;
  /** The folder for uploads and results, inside the server's own folders. */
  readonly folder: string;
}

const maxProblems = 5;

export async function preparePrompt(
  step: Step,
  upstream: Upstream,
  { id, ...dependencies }: PromptDependencies & { readonly id: string },
): Promise<Graph> {
  const workflow = upstream.family.chooseWorkflow(step);
  const pictures = await uploadPictures(step, workflow, dependencies);
  // Each prompt has its own file name: ComfyUI answers a graph that it has seen before with the old file,
  // even if that file is gone.
  const out = `${dependencies.folder}/${id}`;
  // Exported workflows of operators may make several pictures in one run.
  const batch = 1;
  return fitWorkflow(workflow, { ...toSlotValues(step, upstream), ...pictures, out, batch }, dependencies);
}

/**
 * Fills the workflow. If the server lacks something, it is asked again first, because files are added while
 * it runs. Another server may have them, so the failure is not one of the job.
 */
async function fitWorkflow(
  workflow: Workflow,
  values: SlotValues,
  { classes, signal }: PromptDependencies,
): Promise<Graph> {
  const fit = async () => {
    const nodeClasses = await classes.readClasses(workflow.graph, signal);
    const graph = fillWorkflow(workflow, values, nodeClasses);
    return { graph, problems: checkGraph(graph, nodeClasses) };
  };
  const firstFit = await fit();
  if (firstFit.problems.length === 0) return firstFit.graph;
  classes.forget();
  const { graph, problems } = await fit();
  if (problems.length === 0) return graph;
  throw toFailure(graph, problems);
}

/**
 * A value that one server does not accept is wrong in the workflow, or in the parameters of the
 * route: no other server is tried.
 */
function toFailure(graph: Graph, problems: readonly Problem[]): EngineError {
  const lacks = problems.filter(problem => isLack(graph, problem));
  const reasons = (lacks.length > 0 ? lacks : problems).slice(0, maxProblems).map(textOfProblem).join(', ');
  if (lacks.length > 0)
    return new EngineError('engine_error', reason('workflow_lacks'), {
      retryable: true,
      notStarted: true,
      cause: reasons,
    });
  return new EngineError('engine_rejected', reason('workflow_values', { items: reasons }), {
    notStarted: true,
  });
}

/** Uploads the pictures for which the workflow has a place. */
async function uploadPictures(
  step: Step,
  { slots }: Workflow,
  { server, signal, folder }: PromptDependencies,
): Promise<SlotValues> {
  const neededPictures = [...pictureSlots(step)].filter(([name]) => slots.some(slot => slot.name === name));
  const names = await Promise.all(
    neededPictures.map(
      async ([name, picture]) => [name, await server.upload({ ...picture, folder }, signal)] as const,
    ),
  );
  return Object.fromEntries(names);
}
