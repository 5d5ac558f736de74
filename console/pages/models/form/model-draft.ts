/** A model in the form: the typed texts, and their conversion to a request. */
import { clipParameters } from '@kinora/shared/models/clip-parameters';
import type { AnswerOf } from '../../../../src/api/procedures/table/contract.ts';
import type { ManagedModel } from '../../../data/models/managed-models.ts';
import type { ModelSheet } from '../../../data/operators/operator-queries.ts';
import {
  toPriceBody,
  toDraft,
  isWhole,
  suitableUnits,
  type Draft as PriceDraft,
} from '../../../prices/editor/pricing.ts';

export type Proposal = AnswerOf<'engine propose'>;
export type QuestionOperation = (typeof questionOperations)[number];

/** The text of each field. If all are empty, the engine decides. */
export interface SizeDraft {
  readonly multiple: string;
  readonly minMegapixels: string;
  readonly maxMegapixels: string;
  /** A list such as `1024x1024, 1536x1024`. */
  readonly list: string;
}

const noSizes: SizeDraft = { multiple: '', minMegapixels: '', maxMegapixels: '', list: '' };

export interface ModelDraft {
  readonly id: string;
  readonly kind: 'image' | 'video';
  readonly name: string;
  readonly group: string;
  readonly operations: ModelSheet['operations'];
  readonly defaultFor: readonly QuestionOperation[];
  readonly versions: readonly string[];
  /** The sizes of an image model. */
  readonly sizes: SizeDraft;
  readonly description: string;
  readonly descriptionZh: string;
  /** Separated by commas. */
  readonly aliases: string;
  /** JSON. */
  readonly parameters: string;
  /** JSON. */
  readonly references: string;
  readonly longestSeconds: string;
  /** Used only for a model that is added. Later prices have their own page. */
  readonly price: PriceDraft;
}

/** The operations for which it can be the default. */
export const questionOperations = ['describe', 'shorten'] as const satisfies ModelSheet['operations'];

/** The operations that an image model can be said to support. */
export const imageOperations = [
  'grid',
  'upscale',
  'variation',
  'edit',
  'retexture',
  'outpaint',
  'describe',
  'shorten',
  'clip',
] as const satisfies ModelSheet['operations'];

const anyRequest = { key: 0, when: [], unitPrice: '' };
/** The value that the server uses if no rule names it. */
const freeSelection = { key: 1, when: [{ name: 'operation', value: 'select' }], unitPrice: '0' };

export function newDraft(kind: 'image' | 'video'): ModelDraft {
  const isVideo = kind === 'video';
  return {
    id: '',
    kind,
    name: '',
    group: kind,
    operations: isVideo ? ['clip'] : imageOperations.filter(operation => operation !== 'clip'),
    defaultFor: [],
    versions: [],
    sizes: noSizes,
    description: '',
    descriptionZh: '',
    aliases: '',
    parameters: toJson(isVideo ? clipParameters : {}),
    references: toJson({}),
    longestSeconds: '',
    price: {
      unit: isVideo ? 'second' : 'image',
      rules: isVideo ? [anyRequest] : [anyRequest, freeSelection],
      tiers: { relax: '', fast: '1', turbo: '' },
    },
  };
}

/** Changes the kind, and keeps the typed texts that do not depend on it. */
export function withKind(draft: ModelDraft, kind: 'image' | 'video'): ModelDraft {
  const { id, name, description, descriptionZh, aliases } = draft;
  return { ...newDraft(kind), id, name, description, descriptionZh, aliases };
}

export function modelToDraft({ management, ...model }: ManagedModel): ModelDraft {
  return {
    ...newDraft(model.kind),
    id: model.id,
    name: model.name,
    group: model.group,
    operations: model.operations,
    defaultFor: model.default_for ?? [],
    versions: model.versions ?? [],
    sizes: sizesToDraft(model.sizes),
    description: management.description,
    descriptionZh: management.description_zh ?? '',
    aliases: model.aliases.join(', '),
    parameters: toJson(model.parameters.properties),
    references: toJson(model.references),
    longestSeconds: model.longest_seconds === null ? '' : String(model.longest_seconds),
  };
}

/** A model that an engine proposes, with a price to begin with. */
export function proposalToDraft({ model, price }: Proposal): ModelDraft | undefined {
  if (!model) return undefined;
  return {
    ...newDraft(model.kind),
    id: model.model,
    name: model.name,
    operations: model.operations,
    description: model.description,
    parameters: toJson(model.parameters),
    references: toJson(model.references),
    sizes: sizesToDraft(model.sizes),
    ...(price && { price: toDraft(price) }),
  };
}

const megapixel = 1_000_000;

function sizesToDraft(sizes: NonNullable<Proposal['model']>['sizes']): SizeDraft {
  if (!sizes) return noSizes;
  const { multiple, minPixels, maxPixels, list = [] } = sizes;
  const text = (pixels: number | undefined) => (pixels === undefined ? '' : String(pixels / megapixel));
  return {
    multiple: String(multiple),
    minMegapixels: text(minPixels),
    maxMegapixels: text(maxPixels),
    list: list.map(({ width, height }) => `${width}x${height}`).join(', '),
  };
}

/**
 * Returns null if the engine decides. A text that is not a number is sent unchanged, so that the server
 * rejects it.
 */
function formatSizes({ multiple, minMegapixels, maxMegapixels, list }: SizeDraft): string | null {
  if ([multiple, minMegapixels, maxMegapixels, list].every(text => text.trim() === '')) return null;
  const pixels = (text: string) => Math.round(Number(text) * megapixel) || text;
  const sizes = list.split(/[\s,;]+/).filter(Boolean);
  return JSON.stringify({
    ...(multiple !== '' && { multiple: Number(multiple) || multiple }),
    ...(minMegapixels !== '' && { minPixels: pixels(minMegapixels) }),
    ...(maxMegapixels !== '' && { maxPixels: pixels(maxMegapixels) }),
    ...(sizes.length > 0 && {
      list: sizes.map(size => {
        const [width, height] = size.split(/[x×*]/i).map(Number);
        return { width, height };
      }),
    }),
  });
}

/** Objects one level down have a line each, because a parameter is read as a whole. */
function toJson(value: object): string {
  const lines = Object.entries(value).map(
    ([name, inner]) => `  ${JSON.stringify(name)}: ${JSON.stringify(inner)}`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}

/** The fields that `model add` and `model change` have in common. */
export function toFields(draft: ModelDraft) {
  const { id, kind, name, group, operations, versions, description, descriptionZh, aliases } = draft;
  return {
    name: name.trim() || id,
    group,
    description,
    description_zh: descriptionZh.trim() || null,
    aliases,
    ...(kind === 'image'
      ? {
          operations: [...operations],
          default_for: listDefaults(draft),
          versions: [...versions],
          sizes: formatSizes(draft.sizes),
        }
      : {
          parameters: draft.parameters,
          references: draft.references,
          longest_seconds: draft.longestSeconds.trim() || null,
        }),
  };
}

/** Returns the operations for which the model is the default, without those that it no longer supports. */
function listDefaults({ operations, defaultFor }: ModelDraft): QuestionOperation[] | null {
  const supportedDefaults = defaultFor.filter(operation => operations.includes(operation));
  return supportedDefaults.length > 0 ? supportedDefaults : null;
}

export function toAddInput(draft: ModelDraft) {
  const { id: model, kind, price } = draft;
  return { model, kind, price: toPriceBody(price), ...toFields(draft) };
}

/**
 * Returns the fields that the price of the model can depend on. Parameters count as soon as they are valid
 * JSON.
 */
export function toModelSheet({
  id,
  name,
  kind,
  group,
  operations,
  parameters,
  references,
}: ModelDraft): ModelSheet {
  return {
    id,
    name,
    kind,
    group,
    operations,
    parameters: { type: 'object', additionalProperties: false, properties: readJson(parameters) },
    references: readJson(references),
  };
}

function readJson<Value extends object>(text: string): Value {
  try {
    const value: unknown = JSON.parse(text);
    return (typeof value === 'object' && value !== null ? value : {}) as Value;
  } catch {
    return {} as Value;
  }
}

/** Replaces the unit of the price if it does not suit the operations. */
export function withFittingUnit(draft: ModelDraft): ModelDraft {
  const units = suitableUnits(toModelSheet(draft));
  const [firstUnit = draft.price.unit] = units;
  return units.includes(draft.price.unit) ? draft : { ...draft, price: { ...draft.price, unit: firstUnit } };
}

/** Whether all fields that a new model requires are filled in. */
export function isComplete({ id, price }: ModelDraft): boolean {
  return id !== '' && isWhole(price);
}
