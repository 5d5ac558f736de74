/**
 * Describes fields of bodies for the OpenAPI document that their shapes lack: parameters
 * from the model cards, and files.
 */
import { referenceFields, type ModelCard } from '@kinora/shared/models/model-card';
import type { Fields, Route } from '../http/route.ts';

type BodyFields = NonNullable<Route['fields']>;
type Schema = ModelCard['parameters']['properties'][string];

const file = { type: 'string', format: 'binary' };
const address = { type: 'string', minLength: 1, description: 'An http or https URL, or a data URL.' };
const addressObject = (name: string) => ({
  type: 'object',
  properties: { [name]: address },
  required: [name],
  additionalProperties: false,
});
const picture = { anyOf: [address, addressObject('image_url'), addressObject('url')] };

/** The field `video` of edits and extensions. */
export const clipFields: BodyFields = {
  json: {
    video: {
      description: 'ID of one of your finished clips.',
      anyOf: [
        { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        { type: 'string' },
      ],
    },
  },
  form: {
    video: {
      description: 'One of your finished clips: its file as downloaded, or its ID, also as `video[id]`.',
      anyOf: [file, { type: 'string' }],
    },
  },
};

/**
 * The fields of all video models together. A request with a field that its model does not accept is rejected.
 */
export function createFields(cards: readonly ModelCard[]): BodyFields {
  const models = cards.filter(({ kind }) => kind === 'video');
  const parameters = describeParameters(models);
  const acceptedFields = referenceFields.filter(field => models.some(({ references }) => references[field]));
  const most = (field: (typeof acceptedFields)[number]) =>
    Math.max(...models.map(({ references }) => references[field]?.max ?? 0));
  const json = acceptedFields.map(field => [field, pictureInJson(most(field))]);
  const form = acceptedFields.map(field => pictureInForm(field, most(field)));
  return {
    json: { ...parameters, ...Object.fromEntries(json) },
    form: { ...parameters, ...Object.fromEntries(form) },
  };
}

/** The schema of a field for up to `max` pictures. */
export function pictureInJson(max: number): object {
  const description = `An image as a URL, a data URL or an object with one of them${lookUp}`;
  if (max === 1) return { description, ...picture };
  return {
    description: `Up to ${max} images, each as a URL, a data URL or an object with one of them${lookUp}`,
    anyOf: [{ type: 'array', items: picture, minItems: 1, maxItems: max }, ...picture.anyOf],
  };
}

/** Forms write lists with brackets, and a picture by its address as `name[image_url]`. */
function pictureInForm(field: string, max: number): [string, object] {
  const one = { anyOf: [file, address] };
  if (max === 1)
    return [
      field,
      {
        description: `An image: a file, a URL or a data URL, also as \`${field}[image_url]\`${lookUp}`,
        ...one,
      },
    ];
  return [
    `${field}[]`,
    {
      description: `Up to ${max} images, each a file, a URL or a data URL in a separate part${lookUp}`,
      type: 'array',
      items: one,
      minItems: 1,
      maxItems: max,
    },
  ];
}

const lookUp = '. For the models that accept it, see GET /v1/models.';

function describeParameters(models: readonly ModelCard[]): Fields {
  const byName = Map.groupBy(
    models.flatMap(({ parameters }) => Object.entries(parameters.properties)),
    ([name]) => name,
  );
  const fields = Object.fromEntries(
    [...byName].map(([name, entries]) => [name, mergeSchemas(entries.map(([, schema]) => schema))]),
  );
  const { seconds } = fields;
  return { ...fields, ...(seconds && { duration: { ...seconds, description: 'Alias of seconds.' } }) };
}

/**
 * Accepts what any of the models accepts; numbers and booleans also as text, because forms have only text.
 */
function mergeSchemas(schemas: readonly Schema[]): object {
  const type = schemas[0]?.['type'];
  const description = `${String(schemas[0]?.['description'] ?? '').replace(/\.$/, '')}${lookUpValues}`;
  const listedValues = schemas.flatMap(schema => (schema['enum'] ?? []) as (string | number)[]);
  const isClosed = schemas.every(schema => schema['enum'] !== undefined);
  const values = isClosed ? [...new Set(listedValues)] : undefined;
  if (type === 'boolean')
    return { description, anyOf: [{ type }, { type: 'string', enum: ['true', 'false'] }] };
  if (type !== 'integer') return { description, type, ...(values && { enum: values }) };
  const bounds = (name: 'minimum' | 'maximum') =>
    schemas.map(schema => schema[name]).filter(limit => typeof limit === 'number');
  const numbers = values
    ? { type, enum: values }
    : {
        type,
        minimum: Math.min(...bounds('minimum'), ...listedValues.map(Number)),
        maximum: Math.max(...bounds('maximum'), ...listedValues.map(Number)),
      };
  const texts = values ? { enum: values.map(String) } : { pattern: String.raw`^\d{1,12}$` };
  return { description, anyOf: [numbers, { type: 'string', ...texts }] };
}

const lookUpValues = '. For the models that accept it and the allowed values, see GET /v1/models.';
