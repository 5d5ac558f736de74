/** A model in the form: texts as they are typed, and what they are in a request. */
import { clipParameters } from '@kinora/shared/models/clip-parameters';
import type { ManagedModel } from '../../../data/models/managed-models.ts';
import type { ModelSheet } from '../../../data/operators/operator-queries.ts';
import { bodyOf, isWhole, unitsOf, type Draft as PriceDraft } from '../../../prices/editor/pricing.ts';

export type QuestionOperation = (typeof questionOperations)[number];

export interface ModelDraft {
  readonly id: string;
  readonly kind: 'image' | 'video';
  readonly name: string;
  readonly group: string;
  readonly operations: ModelSheet['operations'];
  readonly defaultFor: readonly QuestionOperation[];
  readonly versions: readonly string[];
  readonly description: string;
  readonly descriptionZh: string;
  /** Separated by commas. */
  readonly aliases: string;
  /** JSON. */
  readonly parameters: string;
  /** JSON. */
  readonly references: string;
  readonly longestSeconds: string;
  /** Only of a model that is added; later prices have their own page. */
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
/** As the server does if no rule is about it. */
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

/** Keeps what was typed and is not about the kind. */
export function withKind(draft: ModelDraft, kind: 'image' | 'video'): ModelDraft {
  const { id, name, description, descriptionZh, aliases } = draft;
  return { ...newDraft(kind), id, name, description, descriptionZh, aliases };
}

export function draftOfModel({ management, ...model }: ManagedModel): ModelDraft {
  return {
    ...newDraft(model.kind),
    id: model.id,
    name: model.name,
    group: model.group,
    operations: model.operations,
    defaultFor: model.default_for ?? [],
    versions: model.versions ?? [],
    description: management.description,
    descriptionZh: management.description_zh ?? '',
    aliases: model.aliases.join(', '),
    parameters: toJson(model.parameters.properties),
    references: toJson(model.references),
    longestSeconds: model.longest_seconds === null ? '' : String(model.longest_seconds),
  };
}

/** Objects one level down have a line each, because a parameter is read as a whole. */
function toJson(value: object): string {
  const lines = Object.entries(value).map(
    ([name, inner]) => `  ${JSON.stringify(name)}: ${JSON.stringify(inner)}`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}

/** The fields that `model add` and `model change` have in common. */
export function fieldsOf(draft: ModelDraft) {
  const { id, kind, name, group, operations, versions, description, descriptionZh, aliases } = draft;
  return {
    name: name.trim() || id,
    group,
    description,
    description_zh: descriptionZh.trim() || null,
    aliases,
    ...(kind === 'image'
      ? { operations: [...operations], default_for: defaultOf(draft), versions: [...versions] }
      : {
          parameters: draft.parameters,
          references: draft.references,
          longest_seconds: draft.longestSeconds.trim() || null,
        }),
  };
}

/** What it no longer supports is left out. */
function defaultOf({ operations, defaultFor }: ModelDraft): QuestionOperation[] | null {
  const supported = defaultFor.filter(operation => operations.includes(operation));
  return supported.length > 0 ? supported : null;
}

export function additionOf(draft: ModelDraft) {
  const { id: model, kind, price } = draft;
  return { model, kind, price: bodyOf(price), ...fieldsOf(draft) };
}

/** What its price can depend on. Parameters count as soon as they are valid JSON. */
export function sheetOf({
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

/** The unit fits the operations. */
export function withFittingUnit(draft: ModelDraft): ModelDraft {
  const units = unitsOf(sheetOf(draft));
  const [first = draft.price.unit] = units;
  return units.includes(draft.price.unit) ? draft : { ...draft, price: { ...draft.price, unit: first } };
}

/** Whether it has what a model cannot be added without. */
export function isComplete({ id, price }: ModelDraft): boolean {
  return id !== '' && isWhole(price);
}
