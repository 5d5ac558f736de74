/** Finds the families of workflows that a server can run, and the parts that others lack. */
import { basename } from 'node:path/posix';
import { type Primitive, primitives } from '../../../contract/steps/primitive.ts';
import type { Step } from '../../../contract/steps/step.ts';
import type { Families, Family } from './families.ts';
import { type FindArchitecture, type Candidate, familiesOfFiles } from './file-families.ts';
import { formatCount } from '../../../../platform/lib/text/format-count.ts';
import { checkGraph, modelFile, type Problem, textOfProblem } from '../workflow/check-workflow.ts';
import { fillWorkflow } from '../workflow/fill-workflow.ts';
import type { NodeClasses } from '../workflow/node-class.ts';
import { type Graph, inputsOfSlot, type Workflow } from '../workflow/read-workflow.ts';

export interface Requirements {
  /** Values for `upstream` of a route. */
  readonly models: readonly string[];
  /** Values that may be right: `family:file` for each family that is likely to be that of a file. */
  readonly uncertain: readonly string[];
  readonly notes: readonly string[];
}

/** The problems of one family. */
interface Lack {
  readonly name: string;
  readonly problems: readonly Problem[];
  /** Whether at least one of its model files exists, so that somebody intends to use it. */
  readonly isPartial: boolean;
}

interface FoundFamily extends Candidate, Lack {
  readonly isReady: boolean;
  readonly family: Pick<Family, 'architecture' | 'likely'>;
  /** All files that its loader lists, regardless of what else it lacks. */
  readonly listedFiles: readonly string[];
}

/**
 * A family whose model is only one file is also offered with each file that its loader
 * lists and that belongs to it.
 */
export async function findRequirements(
  families: Families,
  classes: NodeClasses,
  findArchitecture: FindArchitecture,
): Promise<Requirements> {
  const outcomes = [...families].map(([name, family]) => tryFind({ name, family }, classes));
  const foundFamilies = withoutNamed(outcomes.flatMap(one => ('failure' in one ? [] : [one])));
  const failures = outcomes.flatMap(one => ('failure' in one ? [one] : []));
  const familiesByFile = await familiesOfFiles(foundFamilies, findArchitecture);
  const isIn = (name: string, file: string) => familiesByFile.get(file)?.includes(name);
  const isUnclear = (file: string) => familiesByFile.get(file)?.length === 0;
  const lackingFamilies = foundFamilies.filter(
    ({ name, isReady, files }) => !isReady && !files.some(file => isUnclear(file) || isIn(name, file)),
  );
  const models = foundFamilies.flatMap(({ name, isReady, files }) => [
    ...(isReady ? [name] : []),
    ...files.filter(file => isIn(name, file)).map(file => `${name}:${file}`),
  ]);
  return {
    models,
    uncertain: uncertainNames(foundFamilies, models),
    notes: [
      ...fileCounts(classes),
      ...unclearNotes([...familiesByFile.keys()].filter(isUnclear), foundFamilies),
      ...writeNotes(lackingFamilies),
      ...failures.map(({ name, failure }) => `${name} cannot be checked: ${failure}.`),
    ],
  };
}

/** A family whose workflows cannot be read is reported, and does not affect the others. */
function tryFind(
  namedFamily: { readonly name: string; readonly family: Family },
  classes: NodeClasses,
): FoundFamily | { readonly name: string; readonly failure: string } {
  try {
    return find(namedFamily, classes);
  } catch (error) {
    return { name: namedFamily.name, failure: error instanceof Error ? error.message : String(error) };
  }
}

function find(
  { name, family }: { readonly name: string; readonly family: Family },
  classes: NodeClasses,
): FoundFamily {
  const graphs = buildGraphs(family, classes);
  const problems = graphs.flatMap(graph => checkGraph(graph, classes));
  return {
    name,
    family,
    problems,
    isReady: problems.length === 0,
    isPartial: graphs.some(graph => hasFile(graph, classes)),
    model: defaultModelFile(family),
    files: problems.every(isOfModel(family)) ? listModelFiles(family, classes) : [],
    listedFiles: listModelFiles(family, classes),
  };
}

/** A file that a workflow names belongs to its family, regardless of the loaders that list it. */
function withoutNamed(foundFamilies: readonly FoundFamily[]): FoundFamily[] {
  const namedModels = new Set(foundFamilies.map(({ model }) => model));
  const isNamed = (file: string) => namedModels.has(baseName(file));
  return foundFamilies.map(family => ({ ...family, files: family.files.filter(file => !isNamed(file)) }));
}

const maxUncertain = 200;

/**
 * Returns every file that a loader of models lists and that belongs to no family for certain, with its likely
 * families.
 */
function uncertainNames(foundFamilies: readonly FoundFamily[], models: readonly string[]): string[] {
  const certainFiles = new Set(models.map(name => name.slice(name.indexOf(':') + 1)));
  const namedModels = new Set(foundFamilies.map(({ model }) => model));
  const files = [...new Set(foundFamilies.flatMap(({ listedFiles }) => listedFiles))].filter(
    file => !certainFiles.has(file) && !namedModels.has(baseName(file)),
  );
  return files
    .flatMap(file => likelyFamilies(file, foundFamilies).map(({ name }) => `${name}:${file}`))
    .slice(0, maxUncertain);
}

/** The longest name that is searched. Longer names take too long to search. */
const longestName = 300;

/**
 * Guesses the families by the name of the file. If that gives no result, these are the families that lack
 * nothing but their model, otherwise all that load such files.
 */
function likelyFamilies(file: string, foundFamilies: readonly FoundFamily[]): readonly FoundFamily[] {
  const candidates = foundFamilies.filter(({ listedFiles }) => listedFiles.includes(file));
  const matchingFamilies = candidates.filter(({ family }) => family.likely?.test(file.slice(0, longestName)));
  const exactFamilies = candidates.filter(({ files }) => files.includes(file));
  return [matchingFamilies, exactFamilies, candidates].find(families => families.length > 0) ?? [];
}

/** The loaders whose files an operator looks for, with a noun for their files. */
const countedLoaders = [
  ['CheckpointLoaderSimple', 'ckpt_name', 'checkpoint'],
  ['UNETLoader', 'unet_name', 'diffusion model'],
  ['LoraLoader', 'lora_name', 'LoRA'],
  ['CLIPLoader', 'clip_name', 'text encoder'],
  ['VAELoader', 'vae_name', 'VAE'],
  ['UpscaleModelLoader', 'model_name', 'upscale model'],
] as const;

function fileCounts(classes: NodeClasses): string[] {
  const counts = countedLoaders.flatMap(([nodeClass, input, noun]) => {
    const choices = classes.get(nodeClass)?.inputs.get(input)?.choices;
    const files = choices?.filter(file => modelFile.test(file));
    return files ? [formatCount(files.length, noun)] : [];
  });
  return counts.length > 0 ? [`Files: ${counts.join(', ')}.`] : [];
}

function baseName(file: string): string {
  return basename(file.replaceAll('\\', '/'));
}

const maxUnclear = 20;

/** Writes one line for all files that the same families can load. */
function unclearNotes(unclearFiles: readonly string[], candidates: readonly Candidate[]): string[] {
  const familiesLoading = (file: string) =>
    candidates.filter(({ files }) => files.includes(file)).map(({ name }) => name);
  return [...Map.groupBy(unclearFiles, file => familiesLoading(file).join(', '))].map(([names, files]) => {
    const remainder = files.length > maxUnclear ? ` and ${files.length - maxUnclear} more` : '';
    const fileNames = files.slice(0, maxUnclear).join(', ');
    return `These files belong to one of ${names}, but the server does not report to which: ${fileNames}${remainder}. Name one in a route as family:file.`;
  });
}

/**
 * Writes notes in full only for families that somebody has begun to install. Most servers have the files of
 * one or two families.
 */
function writeNotes(lacks: readonly Lack[]): string[] {
  const partialLacks = lacks.filter(({ isPartial }) => isPartial);
  const otherLacks = lacks.filter(({ isPartial }) => !isPartial);
  const isOld = ({ problems }: Lack) => problems.some(({ kind }) => kind === 'class');
  const tooNewNames = otherLacks.filter(isOld).map(({ name }) => name);
  const fileLessNames = otherLacks.filter(lack => !isOld(lack)).map(({ name }) => name);
  return [
    ...partialLacks.map(
      ({ name, problems }) => `${name} is missing ${[...new Set(problems.map(textOfProblem))].join(', ')}.`,
    ),
    ...(fileLessNames.length > 0 ? [`No model files for: ${fileLessNames.join(', ')}.`] : []),
    ...(tooNewNames.length > 0 ? [`Requires a newer ComfyUI: ${tooNewNames.join(', ')}.`] : []),
  ];
}

/** Fills the workflows of the family for this server. */
function buildGraphs(family: Family, classes: NodeClasses): Graph[] {
  return listWorkflows(family).map(workflow => fillWorkflow(workflow, { model: family.model }, classes));
}

function hasFile(graph: Graph, classes: NodeClasses): boolean {
  return Object.values(graph).some(({ class_type, inputs }) =>
    Object.entries(inputs).some(
      ([name, value]) =>
        typeof value === 'string' &&
        value.endsWith('.safetensors') &&
        classes.get(class_type)?.inputs.get(name)?.choices?.includes(value),
    ),
  );
}

/** Lists the workflows that the family chooses for steps without options. */
function listWorkflows(family: Family): Workflow[] {
  return primitives
    .filter(primitive => family.abilities[primitive])
    .map(primitive => family.chooseWorkflow(plainStep(primitive)));
}

/** Makes a step that serves only to choose a workflow. */
function plainStep(primitive: Primitive): Step {
  return { primitive, strength: 1 } as Step;
}

/** Whether a problem is only that the model file of the workflow does not exist. */
function isOfModel(family: Family): (problem: Problem) => boolean {
  const places = new Set(
    listWorkflows(family).flatMap(workflow =>
      inputsOfSlot(workflow, 'model').map(({ node, input }) => `${node} ${input}`),
    ),
  );
  return problem => problem.kind === 'choice' && places.has(`${problem.node} ${problem.input}`);
}

/** The model file that the family loads unless a route names another. */
function defaultModelFile(family: Family): string | undefined {
  const { value } = modelInput(family);
  return family.model ?? (typeof value === 'string' ? value : undefined);
}

function listModelFiles(family: Family, classes: NodeClasses): readonly string[] {
  const { nodeClass, input } = modelInput(family);
  return classes.get(nodeClass)?.inputs.get(input)?.choices ?? [];
}

function modelInput(family: Family) {
  const [workflow] = listWorkflows(family);
  const [{ node, input } = { node: '', input: '' }] = workflow ? inputsOfSlot(workflow, 'model') : [];
  const { class_type: nodeClass = '', inputs = {} } = workflow?.graph[node] ?? {};
  return { nodeClass, input, value: inputs[input] };
}
