/** A model card for a model, proposed from its input fields. Pure. */
import type { ProposedCard, ProposedParameter } from '../../../contract/kind/proposed-card.ts';
import { type InputMeaning, matchInputFields, type ModelFields } from './conventions.ts';
import type { InputField } from './input-schema.ts';
import type { InputSettings, ModelPrimitive } from './input-settings.ts';
import { proposeClipParameters, listRatios, findSecondsFormat } from './propose-clip.ts';

export interface DescribedModel {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly InputField[];
}

const maxDescription = 300;
/** These fields are decided by the operator, never by a client. */
const operatorFields = [
  'sync_mode',
  'enable_safety_checker',
  'disable_safety_checker',
  'safety_tolerance',
  // More files than Kinora asks for would be paid and thrown away.
  'max_images',
  'num_images',
  'num_outputs',
  'num_samples',
  'num_videos',
  'number_of_images',
  'number_of_outputs',
  'batch_size',
  'n',
];
/** Meanings that only fields of a clip have. In a picture, such fields are parameters like any other. */
const clipMeanings: readonly InputMeaning[] = [
  'resolution',
  'seconds',
  'frames',
  'fps',
  'audio',
  'references',
  'last',
];

export function proposeCard({ name, description, fields }: DescribedModel): ProposedCard {
  const modelFields = knownFields(fields);
  const isClip = Boolean(modelFields.seconds ?? modelFields.frames ?? modelFields.fps);
  const usedFields = isClip ? modelFields : without(modelFields, clipMeanings);
  const otherFields = fields.filter(field => !Object.values(usedFields).includes(field.name));
  const parameterFields = otherFields.filter(
    field => isParameter(field) && !operatorFields.includes(field.name),
  );
  const parameters = Object.fromEntries(parameterFields.map(field => [field.name, toParameter(field)]));
  const settings = proposeSettings(usedFields, { fields, isClip });
  return {
    kind: isClip ? 'video' : 'image',
    name: name.slice(0, 100),
    description: description.slice(0, 2000),
    parameters: isClip ? { ...proposeClipParameters(usedFields, fields), ...parameters } : parameters,
    references: isClip ? proposeReferences(usedFields, { fields, settings }) : {},
    settings: settings as Readonly<Record<string, string | number>>,
    notes: notesOn(
      otherFields.filter(field => !parameterFields.includes(field)),
      settings,
    ),
  };
}

/**
 * Returns the fields that have a meaning. If a size counts only together with the ratio `custom`, the ratio
 * is used instead of the size.
 */
function knownFields(fields: readonly InputField[]): ModelFields {
  const modelFields = matchInputFields(fields.map(({ name }) => name));
  const isCustom = fieldNamed(fields, modelFields.ratio)?.enum?.includes('custom');
  return isCustom ? without(modelFields, ['width', 'height']) : modelFields;
}

function without(fields: ModelFields, inputMeanings: readonly InputMeaning[]): ModelFields {
  const entries = (Object.entries(fields) as [InputMeaning, string][]).filter(
    ([meaning]) => !inputMeanings.includes(meaning),
  );
  return Object.fromEntries(entries);
}

export function fieldNamed(fields: readonly InputField[], name: string | undefined): InputField | undefined {
  return fields.find(field => field.name === name);
}

/**
 * Free texts could name files that the provider fetches, so only choices, numbers
 * and switches are parameters.
 */
function isParameter({ type, enum: choices, default: value, isRequired }: InputField): boolean {
  const isNumber = type === 'integer' || type === 'number';
  return (isNumber || type === 'boolean' || choices !== undefined) && !(isRequired && value === undefined);
}

function toParameter(field: InputField): ProposedParameter {
  const { enum: choices, minimum, maximum, default: value, description } = field;
  const type = (field.type ??
    (typeof choices?.[0] === 'number' ? 'number' : 'string')) as ProposedParameter['type'];
  return {
    type,
    ...(choices && { enum: choices }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(value !== undefined && { default: value }),
    ...(description && { description: description.slice(0, maxDescription) }),
  };
}

interface FoundInput {
  readonly fields: readonly InputField[];
  readonly isClip: boolean;
}

function proposeSettings(usedFields: ModelFields, { fields, isClip }: FoundInput): Partial<InputSettings> {
  const picture = fieldNamed(fields, usedFields.picture ?? usedFields.pictures);
  const maxCount = fieldNamed(fields, usedFields.count)?.maximum;
  const mostPictures = fieldNamed(fields, usedFields.pictures ?? usedFields.references)?.maxItems;
  const ratios = listRatios(fieldNamed(fields, usedFields.ratio));
  return {
    does: isClip ? 'clip' : listPrimitives(usedFields, fields).join(','),
    fields: Object.values(usedFields).join(','),
    ...(maxCount !== undefined && { most: Math.max(1, Math.min(10, maxCount)) }),
    ...(mostPictures !== undefined && { mostPictures: Math.max(1, Math.min(20, mostPictures)) }),
    ...(ratios.length > 0 && { ratios: ratios.join(',') }),
    ...(isClip && {
      clipsFrom: picture ? (picture.isRequired ? 'picture' : 'either') : 'words',
      secondsAs: findSecondsFormat(fieldNamed(fields, usedFields.seconds)),
    }),
  };
}

function listPrimitives(usedFields: ModelFields, fields: readonly InputField[]): ModelPrimitive[] {
  const picture = fieldNamed(fields, usedFields.picture ?? usedFields.pictures);
  const isWorded = usedFields.prompt !== undefined;
  if (picture && usedFields.factor && !fieldNamed(fields, usedFields.prompt)?.isRequired) return ['upscale'];
  const does: ModelPrimitive[] = [];
  if (isWorded && !picture?.isRequired) does.push('generate');
  if (picture && usedFields.strength) does.push('imageToImage');
  if (picture && usedFields.mask) does.push('inpaint');
  if (picture && isWorded && !usedFields.strength && !usedFields.mask) does.push('instruct');
  return does.length > 0 ? does : ['generate'];
}

function proposeReferences(
  usedFields: ModelFields,
  { fields, settings }: { readonly fields: readonly InputField[]; readonly settings: Partial<InputSettings> },
): ProposedCard['references'] {
  const picture = fieldNamed(fields, usedFields.picture ?? usedFields.pictures);
  return {
    ...(picture?.isRequired && { first_frame: { max: 1, required: true } }),
    ...(picture && !picture.isRequired && { input_reference: { max: 1 }, first_frame: { max: 1 } }),
    ...(picture && usedFields.last && { last_frame: { max: 1 } }),
    ...(usedFields.references && { reference_images: { max: settings.mostPictures ?? 4 } }),
  };
}

function notesOn(remainingFields: readonly InputField[], { does }: Partial<InputSettings>): string[] {
  const requiredNames = remainingFields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const optionalNames = remainingFields.filter(({ isRequired }) => !isRequired).map(({ name }) => name);
  return [
    ...(requiredNames.length > 0
      ? [`It needs ${requiredNames.join(', ')}. Set them on the route, or give them a meaning in "fields".`]
      : []),
    ...(optionalNames.length > 0
      ? [`Left out, because they are free texts, files or your decision: ${optionalNames.join(', ')}.`]
      : []),
    `Check what it does (${does}) and set the price: the description of the model does not say it.`,
  ];
}
