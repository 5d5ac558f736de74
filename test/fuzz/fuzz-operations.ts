/** Every row of the route table as the fuzzer needs it: its path, and the fields of its body and query. */
import { z } from 'zod';
import type { Route } from '../../src/api/http/route.ts';
import { routeTable } from '../support/requests/route-table.ts';

export interface FuzzOperation {
  readonly method: Route['method'];
  /** `/v1/videos/:id` */
  readonly path: string;
  readonly interfaceName: Route['interfaceName'];
  readonly body: readonly FuzzField[];
  readonly query: readonly FuzzField[];
}

export interface FuzzField {
  readonly name: string;
  readonly isRequired: boolean;
  /** The values that the schema lists. Empty if it lists none. */
  readonly values: readonly unknown[];
}

interface Schema {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

interface Property {
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Property[];
}

/** Includes hidden routes: other prefixes, and routes that exist only to be rejected by name. */
export function fuzzOperations(): FuzzOperation[] {
  return routeTable().map(({ method, path, interfaceName, body, query, fields }) => ({
    method,
    path,
    interfaceName,
    body: [...readFields(body), ...Object.keys(fields?.json ?? {}).map(plainField)],
    query: readFields(query),
  }));
}

function readFields(shape: z.ZodType | undefined): FuzzField[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    values: listValues(property),
  }));
}

function listValues({ enum: enumValues = [], anyOf = [] }: Property): readonly unknown[] {
  return [...enumValues, ...anyOf.flatMap(listValues)];
}

function plainField(name: string): FuzzField {
  return { name, isRequired: false, values: [] };
}
