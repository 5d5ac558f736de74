/**
 * Checks a client's parameters against a card's JSON Schema and fills in
 * defaults. Errors say what is allowed.
 */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import type { Parameters, ParameterValue } from '@kinora/shared/models/parameters';
import type { ModelCard } from '@kinora/shared/models/model-card';

export type CheckParameters = (parameters: Parameters) => Parameters;

const options = { useDefaults: true, allErrors: false, strict: true } as const;
/**
 * One instance for all cards of operators, because each one first compiles the meta-schema, which
 * takes far longer than a card.
 */
const ajv = new Ajv2020(options);
/** For the cards that come with the product: a test validates their schemas, so that a start need not. */
const trusting = new Ajv2020({ ...options, meta: false, validateSchema: false });

export function compileParameters(card: ModelCard): CheckParameters {
  return compileWith(ajv, card);
}

/** Compiles the schema of a card that comes with the product, without validating the schema itself. */
export function compileShipped(card: ModelCard): CheckParameters {
  return compileWith(trusting, card);
}

function compileWith(compiler: Ajv2020, card: ModelCard): CheckParameters {
  const validate = compiler.compile(card.parameters);
  return parameters => {
    const checked = withTypes(parameters, card);
    if (!validate(checked)) throw rejection(validate.errors?.[0] as ErrorObject, card);
    return checked;
  };
}

/** Frees what was compiled for a card that is no longer used. */
export function forgetParameters(card: ModelCard): void {
  ajv.removeSchema(card.parameters);
}

/**
 * Converts numbers and booleans from text, because multipart has only text. Numbers must be
 * digits, not `1e3` or `0x10`.
 */
function withTypes(parameters: Parameters, card: ModelCard): Record<string, ParameterValue> {
  const read = ([name, value]: [string, ParameterValue]): [string, ParameterValue] => {
    const type = card.parameters.properties[name]?.['type'];
    if (type === 'integer' && typeof value === 'string' && /^\d{1,12}$/.test(value))
      return [name, Number(value)];
    if (type === 'boolean' && (value === 'true' || value === 'false')) return [name, value === 'true'];
    return [name, value];
  };
  return Object.fromEntries(Object.entries(parameters).map(read));
}

function rejection(error: ErrorObject, card: ModelCard): AppError {
  if (error.keyword === 'additionalProperties') {
    const param = String(error.params['additionalProperty']);
    return new AppError('field_unknown', {
      param,
      allowed: Object.keys(card.parameters.properties).join(', '),
    });
  }
  const param = error.instancePath.slice(1);
  const schema = card.parameters.properties[param] ?? {};
  return fieldInvalid(param, 'model_accepts', {
    model: card.id,
    allowed: describeAllowed(schema),
    allowedZh: describeAllowedZh(schema),
  });
}

/**
 * Describes the allowed values so that they fit after "takes": `4, 6 or 8`, `a whole number from 2 to 10`.
 */
export function describeAllowed(schema: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].join(', ').replace(/, ([^,]*)$/, ' or $1');
  const { type, minimum, maximum } = schema as { type?: unknown; minimum?: number; maximum?: number };
  if (type === 'boolean') return 'true or false';
  if (type !== 'integer' && type !== 'number') return `a ${String(type)}`;
  const number = type === 'integer' ? 'a whole number' : 'a number';
  if (minimum !== undefined && maximum !== undefined) return `${number} from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${number} of at least ${minimum}`;
  return maximum === undefined ? number : `${number} of at most ${maximum}`;
}

/** Describes the allowed values in Chinese. */
function describeAllowedZh(schema: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].join('、').replace(/、([^、]*)$/, '或 $1');
  const { type, minimum, maximum } = schema as { type?: unknown; minimum?: number; maximum?: number };
  if (type === 'boolean') return 'true 或 false';
  if (type !== 'integer' && type !== 'number') return '字符串';
  const number = type === 'integer' ? '整数' : '数字';
  if (minimum !== undefined && maximum !== undefined) return `${minimum} 到 ${maximum} 的${number}`;
  if (minimum !== undefined) return `不小于 ${minimum} 的${number}`;
  return maximum === undefined ? number : `不大于 ${maximum} 的${number}`;
}
