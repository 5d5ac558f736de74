/**
 * What a ComfyUI server reports about a class of nodes (`/object_info`): its inputs, and what comes out of
 * it.
 */
import { z } from 'zod';

export interface NodeInput {
  /** Such as `INT`, `MODEL` or `COMBO`. */
  readonly type: string;
  readonly isRequired: boolean;
  /** The choices of a `COMBO`. Undefined if any text may be chosen, because files are uploaded. */
  readonly choices: readonly string[] | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
}

export interface NodeClass {
  readonly inputs: ReadonlyMap<string, NodeInput>;
  /**
   * Inputs that the editor adds for a choice, such as those of the formats of
   * VHS_VideoCombine, or for an upload.
   */
  readonly addedInputs: ReadonlySet<string>;
  readonly outputs: readonly string[];
  /** Whether it ends a workflow, by saving or showing something. */
  readonly isOutput: boolean;
}

/** Classes by name. A class that is missing is one that the server does not have. */
export type NodeClasses = ReadonlyMap<string, NodeClass>;

const optionsShape = z.looseObject({
  options: z.array(z.unknown()).optional().catch(undefined),
  min: z.number().optional().catch(undefined),
  max: z.number().optional().catch(undefined),
  image_upload: z.boolean().optional().catch(undefined),
  /** By the choice, the inputs that it adds: `[name, type, options]`. */
  formats: z
    .record(z.string(), z.array(z.array(z.unknown())))
    .optional()
    .catch(undefined),
});
const inputShape = z
  .tuple([z.union([z.string(), z.array(z.unknown())])], z.unknown())
  .transform(([type, options]) => ({ type, options: optionsShape.safeParse(options ?? {}).data ?? {} }));
const inputsShape = z.record(z.string(), inputShape).optional();

export const nodeClassShape = z
  .looseObject({
    input: z.looseObject({ required: inputsShape, optional: inputsShape }).optional(),
    output: z.array(z.union([z.string(), z.array(z.unknown())])).optional(),
    output_node: z.boolean().optional(),
  })
  .transform((info): NodeClass => {
    const listInputs = (inputs: z.infer<typeof inputsShape>, isRequired: boolean) =>
      Object.entries(inputs ?? {}).map(([name, input]) => [name, toInput(input, isRequired)] as const);
    const allInputs = [
      ...Object.values(info.input?.required ?? {}),
      ...Object.values(info.input?.optional ?? {}),
    ];
    return {
      inputs: new Map([
        ...listInputs(info.input?.required, true),
        ...listInputs(info.input?.optional, false),
      ]),
      addedInputs: new Set(allInputs.flatMap(addedInputs)),
      outputs: (info.output ?? []).map(type => (typeof type === 'string' ? type : 'COMBO')),
      isOutput: info.output_node ?? false,
    };
  });

/** An input by its name. The inputs of a dynamic one are called `format.codec` and the like. */
export function inputOfClass(
  { inputs, addedInputs: addedNames }: NodeClass,
  name: string,
): NodeInput | undefined {
  const ownInput = inputs.get(name);
  if (ownInput) return ownInput;
  const parent = name.includes('.') ? inputs.get(name.slice(0, name.indexOf('.'))) : undefined;
  if (!addedNames.has(name) && !(parent && isDynamic(parent))) return undefined;
  return { type: '*', isRequired: false, choices: undefined, min: undefined, max: undefined };
}

/** Its real inputs depend on its value. */
export function isDynamic({ type }: NodeInput): boolean {
  return type.startsWith('COMFY_') && type.endsWith('_V3');
}

/**
 * Whether an output of one type may be connected to an input of the other. `*` and
 * generated types fit everything.
 */
export function typesFit(output: string, input: string): boolean {
  const isOpen = (type: string) => type.split(',').includes('*') || type.startsWith('COMFY_');
  if (isOpen(output) || isOpen(input)) return true;
  const acceptedTypes = input.split(',');
  return output.split(',').some(type => acceptedTypes.includes(type));
}

function addedInputs({ options }: z.infer<typeof inputShape>): string[] {
  const names = Object.values(options.formats ?? {}).flatMap(inputs => inputs.map(([name]) => name));
  return [...names.filter(name => typeof name === 'string'), ...(options.image_upload ? ['upload'] : [])];
}

/** Builds before 2025 write the choices in place of the type. */
function toInput({ type, options }: z.infer<typeof inputShape>, isRequired: boolean): NodeInput {
  const choices = Array.isArray(type) ? type : type === 'COMBO' ? options.options : undefined;
  return {
    type: typeof type === 'string' ? type : 'COMBO',
    isRequired,
    choices: choices && !options.image_upload ? choices.map(String) : undefined,
    min: options.min,
    max: options.max,
  };
}
