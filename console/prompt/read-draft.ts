/** Parses a prompt while it is typed: the values for the controls, and all errors. */
import { leadingAddresses } from '@kinora/shared/prompt/addresses';
import { parsePrompt, type ParsedPrompt, type PromptProblem } from '@kinora/shared/prompt/parse-prompt';
import { expandPrompt } from '@kinora/shared/prompt/permutations';
import type { PromptSyntax } from '@kinora/shared/models/prompt-syntax';
import { placeParameters, type PlacedParameter } from '@kinora/shared/prompt/split-prompt';

export type Role = 'content' | 'style' | 'character' | 'object';

export interface TypedPrompt {
  readonly text: string;
  /** The roles of the attached pictures, in order. */
  readonly roles: readonly Role[];
  /** The version if the text names none. */
  readonly version: string;
  /** The versions of the token's models. Empty if it is not known yet. */
  readonly versions: readonly string[];
  /** The IDs of the token's models that can generate from a prompt. Empty if it is not known yet. */
  readonly models?: readonly string[];
  /** Their other names, with the IDs. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Parameters sent after the text, such as the model that is chosen next to it. */
  readonly behind?: string;
  /** How the model reads prompts. */
  readonly syntax?: PromptSyntax | undefined;
}

export interface Draft {
  /** One prompt per permutation. Empty if the prompt has errors or is incomplete. */
  readonly prompts: readonly ParsedPrompt[];
  /** The parsable part of the prompt. */
  readonly read: ParsedPrompt;
  readonly problems: readonly PlacedProblem[];
  readonly parameters: readonly PlacedParameter[];
  /** The prompt has neither a description nor anything that replaces one. It is incomplete, not invalid. */
  readonly isEmpty: boolean;
}

export interface PlacedProblem {
  readonly problem: PromptProblem;
  /** Positions in the typed text. Both undefined: the problem concerns the pictures. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export function readDraft(typedPrompt: TypedPrompt): Draft {
  const { prompt, offset } = compose(typedPrompt);
  const parameters = placeParameters(typedPrompt.text);
  const permutations = expandPrompt(prompt, typedPrompt);
  if (!permutations.ok) {
    const unexpandedRead = readOne(prompt.replace(/[{}｛｝]/g, ' '), typedPrompt);
    const problems = [toPlacedProblem(permutations.problem, { typedPrompt, parameters, offset })];
    return { prompts: [], read: unexpandedRead.read, problems, parameters, isEmpty: false };
  }
  const readPrompts = permutations.prompts.map(one => readOne(one, typedPrompt));
  const [firstRead = readOne('', typedPrompt)] = readPrompts;
  const isExact = permutations.prompts[0] === prompt;
  const faulty = readPrompts.find(one => one.problems.length > 0);
  const problems = (faulty?.problems ?? [])
    .map(problem =>
      toPlacedProblem(problem, { typedPrompt, parameters, offset: isExact ? offset : undefined }),
    )
    .toSorted((a, b) => (a.from ?? typedPrompt.text.length) - (b.from ?? typedPrompt.text.length));
  const validPrompts = readPrompts.map(one => one.prompt).filter(one => one !== undefined);
  const prompts = validPrompts.length === readPrompts.length && problems.length === 0 ? validPrompts : [];
  return {
    prompts,
    read: firstRead.read,
    problems,
    parameters,
    isEmpty: readPrompts.some(one => one.isEmpty),
  };
}

/**
 * The prompt with the pictures inserted by role, as the server will receive it. `offset`:
 * where the typed text starts.
 */
export function compose(
  { text, roles, behind: modelParameters = '' }: Pick<TypedPrompt, 'text' | 'roles' | 'behind'>,
  findAddress = (index: number) => `https://picture.invalid/${index + 1}`,
): { readonly prompt: string; readonly offset: number } {
  const addressesWithRole = (role: Role) =>
    roles.flatMap((one, index) => (one === role ? [findAddress(index)] : []));
  const front = addressesWithRole('content').map(address => `${address} `);
  const pictureParameters = parametersWithAddresses(addressesWithRole);
  return {
    prompt: front.join('') + text + pictureParameters + modelParameters,
    offset: front.join('').length,
  };
}

function parametersWithAddresses(addressesFor: (role: Role) => readonly string[]): string {
  return (Object.keys(flagOf) as (keyof typeof flagOf)[])
    .filter(role => addressesFor(role).length > 0)
    .map(role => ` ${flagOf[role]} ${addressesFor(role).join(' ')}`)
    .join('');
}

/** The parameter that gives a picture its role. */
export const flagOf = { style: '--sref', character: '--cref', object: '--oref' } as const;

interface DraftReading {
  readonly prompt: ParsedPrompt | undefined;
  readonly read: ParsedPrompt;
  readonly problems: readonly PromptProblem[];
  readonly isEmpty: boolean;
}

/** Records each invalid parameter and skips it, so that all errors are found and the rest is parsed. */
function readOne(
  prompt: string,
  { version, versions, models = [], aliases = {}, syntax }: TypedPrompt,
): DraftReading {
  const parameters = placeParameters(prompt);
  const problems: PromptProblem[] = [];
  let remaining = prompt;
  for (let attempt = 0; attempt <= parameters.length; attempt++) {
    const result = parsePrompt(remaining, version, { versions, syntax });
    if (result.ok) {
      const unknown =
        result.prompt.model === undefined
          ? versionProblem(result.prompt, { versions, parameters })
          : modelProblem(result.prompt.model, { models, aliases, parameters });
      const allProblems = unknown ? [...problems, unknown] : problems;
      return { prompt: result.prompt, read: result.prompt, problems: allProblems, isEmpty: false };
    }
    const { problem } = result;
    if (problem.code === 'prompt_empty' || isOneImage(problem, prompt))
      return { prompt: undefined, read: withoutWords(remaining, version), problems, isEmpty: true };
    // Skipping a parameter may cause conflicts in those that depend on it. These are not reported.
    if (attempt === 0 || problem.code !== 'parameter_conflict') problems.push(problem);
    const parameter = parameters.find(({ position }) => position === problem.position);
    if (!parameter) break;
    remaining =
      remaining.slice(0, parameter.position) +
      ' '.repeat(parameter.end - parameter.position) +
      remaining.slice(parameter.end);
  }
  return { prompt: undefined, read: withoutWords(remaining, version), problems, isEmpty: false };
}

/** A single image without a description is incomplete, not invalid. */
function isOneImage({ code, position }: PromptProblem, prompt: string): boolean {
  const { addresses, end } = leadingAddresses(prompt);
  const words = prompt.slice(end, placeParameters(prompt)[0]?.position).trim();
  return code === 'request_invalid' && position === 0 && addresses.length === 1 && words === '';
}

function versionProblem(
  { version }: ParsedPrompt,
  { versions, parameters }: { versions: readonly string[]; parameters: readonly PlacedParameter[] },
): PromptProblem | undefined {
  if (versions.length === 0 || versions.includes(version)) return undefined;
  const versionParameter = parameters.findLast(({ name }) => name === 'version' || name === 'niji');
  const details = {
    parameter: versionParameter?.shownName ?? '--v',
    value: version,
    allowed: versions.join(', '),
  };
  return { code: 'parameter_invalid', details, position: versionParameter?.position ?? 0 };
}

/** A model of `--model` takes any version. */
function modelProblem(
  model: string,
  {
    models,
    aliases,
    parameters,
  }: Pick<Required<TypedPrompt>, 'models' | 'aliases'> & {
    readonly parameters: readonly PlacedParameter[];
  },
): PromptProblem | undefined {
  if (models.length === 0 || models.includes(aliases[model] ?? model)) return undefined;
  const parameter = parameters.findLast(({ name }) => name === 'model');
  const details = { parameter: parameter?.shownName ?? '--model', value: model, allowed: models.join(', ') };
  return { code: 'parameter_invalid', details, position: parameter?.position ?? 0 };
}

/** The parameters alone, without a description. */
function withoutWords(prompt: string, version: string): ParsedPrompt {
  const { end } = leadingAddresses(prompt);
  const from = placeParameters(prompt)[0]?.position ?? prompt.length;
  for (const text of [`${prompt.slice(0, end)} x ${prompt.slice(from)}`, `x ${prompt.slice(from)}`, 'x']) {
    const result = parsePrompt(text, version);
    if (result.ok) return result.prompt;
  }
  throw new Error('A word is a prompt');
}

interface Place {
  readonly typedPrompt: TypedPrompt;
  readonly parameters: readonly PlacedParameter[];
  /** Undefined if braces were expanded, because positions no longer correspond. */
  readonly offset: number | undefined;
}

function toPlacedProblem(problem: PromptProblem, { typedPrompt, parameters, offset }: Place): PlacedProblem {
  const shownName = problem.details['parameter'];
  const typedPosition = offset === undefined ? -1 : problem.position - offset;
  const parameter =
    parameters.find(({ position }) => position === typedPosition) ??
    (offset === undefined ? parameters.find(one => one.shownName === shownName) : undefined);
  if (parameter) {
    const { position, valueAt, value } = parameter;
    return { problem, from: position, to: valueAt + value.length };
  }
  const isOfPictures =
    offset !== undefined &&
    typedPrompt.roles.length > 0 &&
    (typedPosition < 0 || typedPosition >= typedPrompt.text.length);
  if (isOfPictures) return { problem, from: undefined, to: undefined };
  const from = Math.min(Math.max(typedPosition, 0), typedPrompt.text.length);
  const wordLength = /^\s*\S*/.exec(typedPrompt.text.slice(from))?.[0].length ?? 0;
  return { problem, from, to: from + wordLength };
}
