/**
 * What a model does not accept, generated from the published cards: every value that another card offers,
 * and values that no card offers.
 */
export interface PublishedModel {
  readonly id: string;
  readonly parameters: { readonly properties: Readonly<Record<string, Schema>> };
  readonly references: Readonly<Record<string, { readonly max: number; readonly required: boolean }>>;
}

interface Schema {
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly type: string;
}

export interface RefusedRequest {
  readonly model: string;
  /** Added to a request that the model accepts. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The field that the error must name. */
  readonly param: string;
  /** Each of these must be in the message. */
  readonly allowedValues: readonly string[];
}

/** Removes the fields that every model accepts: `parameters` has everything that a request may contain. */
export function withOwnParameters<Model extends PublishedModel>(model: Model): Model {
  const shared = [
    'model',
    'prompt',
    'size',
    'duration',
    'tier',
    'webhook_url',
    'user',
    'safety_identifier',
    'timeout',
    'expires_after',
    ...Object.keys(model.references),
  ];
  const ownParameters = Object.entries(model.parameters.properties).filter(
    ([name]) => !shared.includes(name),
  );
  return { ...model, parameters: { ...model.parameters, properties: Object.fromEntries(ownParameters) } };
}

const referenceFields = ['input_reference', 'first_frame', 'last_frame', 'reference_images'];

export function refusedParameters(models: readonly PublishedModel[], picture: string): RefusedRequest[] {
  return models.flatMap(model => [
    ...refusedValues(models, model),
    ...refusedSizes(models, model),
    ...refusedNames(models, model),
    ...refusedReferences(model, picture),
  ]);
}

/** The images that a model requires. */
export function neededReferences({ references }: PublishedModel, picture: string): Record<string, unknown> {
  const requiredReferences = Object.entries(references).filter(([, { required }]) => required);
  return Object.fromEntries(
    requiredReferences.map(([name]) => [name, name === 'reference_images' ? [picture] : picture]),
  );
}

function refusedValues(models: readonly PublishedModel[], model: PublishedModel): RefusedRequest[] {
  return Object.entries(model.parameters.properties).flatMap(([param, schema]) =>
    [...parameterValues(models, param), ...strangeValues(schema)]
      .filter(value => !accepts(schema, value))
      .map(value => ({
        model: model.id,
        fields: { [param]: value },
        param,
        allowedValues: listAllowedValues(schema),
      })),
  );
}

/** Everything that any card offers for a parameter: at least both ends of a range. */
function parameterValues(models: readonly PublishedModel[], param: string): (string | number)[] {
  const offeredValues = models.flatMap(({ parameters }) => {
    const { enum: values, minimum, maximum } = parameters.properties[param] ?? { type: '' };
    return values ?? [minimum, maximum].filter(value => value !== undefined);
  });
  return [...new Set(offeredValues)];
}

function strangeValues({ enum: values, minimum, maximum, type }: Schema): (string | number)[] {
  if (type === 'boolean') return ['yes', 2];
  if (type === 'string') return ['4k', '7:5', '', 'none'];
  const ends = values?.map(Number) ?? [minimum ?? 0, maximum ?? 0];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  return [least - 1, most + 1, -4, least + 0.5, '4s', 'long', '1e1', `${most + 1}`];
}

function accepts({ enum: values, minimum = 0, maximum = 0, type }: Schema, value: unknown): boolean {
  if (values) return values.map(String).includes(String(value));
  if (type === 'boolean') return typeof value === 'boolean';
  return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
}

function listAllowedValues({ enum: values, minimum, maximum, type }: Schema): string[] {
  if (type === 'boolean') return ['true', 'false'];
  return (values ?? [minimum, maximum]).map(String);
}

/** Sizes of the other cards, and some that no card has. */
function refusedSizes(models: readonly PublishedModel[], model: PublishedModel): RefusedRequest[] {
  const ownSizes = modelSizes(model);
  const otherSizes = [...new Set(models.flatMap(modelSizes)), '1x1', '1792x1024', 'large', '-480x480'];
  return otherSizes
    .filter(size => !ownSizes.includes(size))
    .map(size => ({ model: model.id, fields: { size }, param: 'size', allowedValues: ownSizes }));
}

function modelSizes({ parameters: { properties } }: PublishedModel): string[] {
  return (properties['resolution']?.enum ?? []).flatMap(resolution =>
    (properties['aspect_ratio']?.enum ?? []).map(ratio => {
      const short = Number.parseInt(String(resolution), 10);
      const [ratioWidth = 1, ratioHeight = 1] = String(ratio).split(':').map(Number);
      const long =
        Math.round((short * Math.max(ratioWidth, ratioHeight)) / Math.min(ratioWidth, ratioHeight) / 2) * 2;
      return ratioWidth >= ratioHeight ? `${long}x${short}` : `${short}x${long}`;
    }),
  );
}

/** Parameters that another card has, and one that no card has. */
function refusedNames(models: readonly PublishedModel[], model: PublishedModel): RefusedRequest[] {
  const ownNames = Object.keys(model.parameters.properties);
  const all = [...models.flatMap(({ parameters }) => Object.keys(parameters.properties)), 'colour'];
  return [...new Set(all)]
    .filter(param => !ownNames.includes(param))
    .map(param => ({ model: model.id, fields: { [param]: true }, param, allowedValues: ownNames }));
}

function refusedReferences({ id, references }: PublishedModel, picture: string): RefusedRequest[] {
  return referenceFields.flatMap((param): RefusedRequest[] => {
    const rule = references[param];
    if (!rule) {
      const names = Object.keys(references);
      const allowedValues = names.length > 0 ? names : ['no images'];
      return [{ model: id, fields: { [param]: picture }, param, allowedValues }];
    }
    const tooMany = Array.from({ length: rule.max + 1 }, () => picture);
    const requests = [{ model: id, fields: { [param]: tooMany }, param, allowedValues: [String(rule.max)] }];
    return rule.required
      ? [...requests, { model: id, fields: { [param]: undefined }, param, allowedValues: [] }]
      : requests;
  });
}
