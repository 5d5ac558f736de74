/** A workflow while its slots are bound: the bound inputs and nodes, and the missing slots. */
import type { AnswerOf, InputOf } from '../../../src/api/procedures/table/contract.ts';

export type ReadExport = AnswerOf<'workflow read'>;
export type ExportNode = ReadExport['nodes'][number];
export type BoundSlot = ReadExport['slots'][number];

/** An input of a node, or the node itself if `input` is null. */
export interface Place {
  readonly node: string;
  readonly input: string | null;
}

export interface WorkflowDraft {
  readonly graph: unknown;
  readonly read: ReadExport;
  readonly slots: readonly BoundSlot[];
  readonly family: string;
  readonly primitive: string;
  /** Largest picture in megapixels, as typed. Empty means no limit. */
  readonly megapixels: string;
  /** Width and height are multiples of it, as typed. */
  readonly multiple: string;
  /** The frame rate of clips, as typed. Empty if any is allowed. */
  readonly framesPerSecond: string;
  readonly frameMultiple: string;
}

const fields = { megapixels: '', multiple: '', framesPerSecond: '', frameMultiple: '' };

/** Makes a draft of a file that was dropped: suggestions are used until the user changes them. */
export function toDraft(graph: unknown, parsedExport: ReadExport, fileName: string): WorkflowDraft {
  const { slots } = parsedExport;
  return {
    graph,
    read: parsedExport,
    slots,
    family: familyName(fileName),
    primitive: guessPrimitive(slots),
    ...fields,
  };
}

/** Makes a draft of a stored workflow: it has the bound slots, and no suggestions. */
export function storedToDraft(stored: AnswerOf<'workflow show'>, parsedExport: ReadExport): WorkflowDraft {
  const { graph, family, primitive, sizes, timing } = stored;
  const storedSlots = stored.slots.map(slot => ({ ...slot, in_title: isTitled(parsedExport, slot) }));
  const titledSlots = parsedExport.slots.filter(
    slot => slot.in_title && !storedSlots.some(one => one.slot === slot.slot),
  );
  return {
    graph,
    read: parsedExport,
    slots: [...titledSlots, ...storedSlots],
    family,
    primitive,
    megapixels: sizes.maxPixels === undefined ? '' : String(sizes.maxPixels / megapixel),
    multiple: String(sizes.multiple ?? ''),
    framesPerSecond: String(timing?.framesPerSecond ?? ''),
    frameMultiple: String(timing?.multiple ?? ''),
  };
}

/**
 * Binds an input to one slot, or to none if `slot` is undefined. Titles that name this slot and set nothing
 * are replaced, because nothing else shows them.
 */
export function bind(
  slots: readonly BoundSlot[],
  { node, input }: Place,
  slot: string | undefined,
): BoundSlot[] {
  const otherSlots = slots.filter(one => one.node !== node || one.input !== input);
  if (slot === undefined) return otherSlots;
  const isIdle = (one: BoundSlot) => one.slot === slot && one.in_title && one.input === null && !one.optional;
  const keptSlots = slot === 'out' ? otherSlots : otherSlots.filter(one => !isIdle(one));
  return [...keptSlots, { slot, node, input, optional: false, in_title: false }];
}

export function findSlotAt(slots: readonly BoundSlot[], { node, input }: Place): BoundSlot | undefined {
  return slots.find(one => one.node === node && one.input === input);
}

/** The slots that the primitive needs and that are bound nowhere. */
export function missingSlots({ slots, read, primitive }: WorkflowDraft): readonly string[] {
  return (read.needs[primitive] ?? []).filter(
    name => !slots.some(({ slot, input }) => slot === name && (name === 'out' || input !== null)),
  );
}

/** Whether it can be saved, as far as its graph and its slots decide. */
export function isRunnable(draft: WorkflowDraft): boolean {
  return draft.read.mistakes.length === 0 && missingSlots(draft).length === 0;
}

/** Returns the places to bind: the inputs with a value, or a node without one that shows its result. */
export function listPlaces({ id: node, class: className, inputs }: ExportNode): Place[] {
  const freeInputs = inputs.filter(({ from }) => from === null).map(({ name }) => ({ node, input: name }));
  const isResult =
    /preview|save/i.test(className) && !freeInputs.some(({ input }) => input === 'filename_prefix');
  return isResult ? [...freeInputs, { node, input: null }] : freeInputs;
}

const pictureSlots = ['picture', 'picture2', 'picture3', 'picture4', 'last', 'style'];
const textSlots = ['prompt', 'negative', ...pictureSlots, 'mask', 'sampler', 'scheduler'];
const fileSlots = ['model', 'vae', 'clip', 'lora', 'upscaler', 'out'];
const numberSlots = ['seed', 'width', 'height', 'batch', 'denoise', 'steps', 'cfg', 'guidance', 'shift'];

/** The slots that fit a value of this type, and the one that is bound. */
export function slotChoices(value: unknown, current: string | undefined): readonly string[] {
  const fittingSlots =
    value === undefined
      ? ['out']
      : typeof value === 'number'
        ? [...numberSlots, 'frames', 'fps']
        : typeof value === 'boolean'
          ? ['audio']
          : [...textSlots, ...fileSlots];
  return current === undefined || fittingSlots.includes(current) ? fittingSlots : [current, ...fittingSlots];
}

/** Whether the slot is for a picture, so that its node can be left out if there is none. */
export function canBeOptional({ slot }: BoundSlot): boolean {
  return pictureSlots.includes(slot);
}

const megapixel = 1_000_000;

export function toInput(draft: WorkflowDraft): InputOf<'workflow add'> {
  const { graph, family, primitive, slots, multiple, megapixels, framesPerSecond, frameMultiple } = draft;
  const sizes = {
    ...(multiple !== '' && { multiple: Number(multiple) }),
    ...(megapixels !== '' && { maxPixels: Math.round(Number(megapixels) * megapixel) }),
  };
  const timing = { framesPerSecond: Number(framesPerSecond), multiple: Number(frameMultiple || 1) };
  return {
    graph,
    family,
    primitive,
    slots: slots.map(({ slot, node, input, optional }) => ({ slot, node, input, optional })),
    sizes,
    timing: primitive === 'clip' && framesPerSecond !== '' ? timing : null,
  };
}

function isTitled({ slots }: ReadExport, { slot, node, input }: Omit<BoundSlot, 'in_title'>): boolean {
  return slots.some(one => one.in_title && one.slot === slot && one.node === node && one.input === input);
}

/** `My Workflow (3).json` -> `my-workflow-3`. */
function familyName(fileName: string): string {
  return fileName
    .replace(/\.json$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 64);
}

function guessPrimitive(slots: readonly BoundSlot[]): string {
  const has = (name: string) => slots.some(({ slot }) => slot === name);
  if (has('mask')) return 'inpaint';
  if (has('frames') || has('fps')) return 'clip';
  if (has('picture2')) return 'instruct';
  if (!has('picture')) return 'generate';
  return has('prompt') ? 'imageToImage' : 'upscale';
}
