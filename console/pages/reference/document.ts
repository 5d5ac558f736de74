/** The operations of the server's OpenAPI document, in groups. */
import type { Schema } from './schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly schema?: Schema;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface OpenApi {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

export const groupNames = ['image', 'video', 'models', 'console', 'server'] as const;
export type GroupName = (typeof groupNames)[number];

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly group: GroupName;
  /** For the Console's API: the resource, such as `token`. */
  readonly about: string | undefined;
  /** The required credentials. */
  readonly needs: 'image key' | 'video key' | 'any key' | 'session' | 'nothing';
  readonly parameters: readonly Parameter[];
  /** The schemas of the body, by media type. */
  readonly bodies: Readonly<Record<string, Schema>>;
  readonly answers: Readonly<Record<string, Answer>>;
  /** The operation creates something that is charged. */
  readonly isSpending: boolean;
  /** The operation changes something. */
  readonly isChanging: boolean;
  /** Whether the operation redirects the browser, so that it cannot be sent from this page. */
  readonly isDoor: boolean;
}

export function listOperations({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, description]) =>
      toOperation(method.toUpperCase(), path, description),
    ),
  );
}

function toOperation(method: string, path: string, description: DescribedOperation): Operation {
  const { operationId: id, summary, parameters = [], requestBody, responses } = description;
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) => [type, schema]);
  const group = pathGroup(path);
  return {
    id,
    method,
    path,
    summary,
    group,
    about: group === 'console' ? /^\/api\/([a-z]+)/.exec(path)?.[1] : undefined,
    needs: readNeeds(description, group),
    parameters,
    bodies: Object.fromEntries(bodies),
    answers: responses,
    isSpending: method === 'POST' && spends.test(path),
    isChanging: method !== 'GET' && !reads.test(path),
    isDoor: '302' in responses,
  };
}

const spends =
  /^\/mj\/submit\/(?!show$|upload-discord-images$)|^\/v1\/videos(\/edits|\/extensions|\/\{id\}\/remix)?$|^\/api\/task\.retry$/;
const reads = /\/(quote|list-by-condition|show|join\.look)$/;

function pathGroup(path: string): GroupName {
  if (path.startsWith('/mj/')) return 'image';
  if (path.startsWith('/v1/models')) return 'models';
  if (path.startsWith('/v1/')) return 'video';
  return path.startsWith('/api/') ? 'console' : 'server';
}

function readNeeds({ security = [] }: DescribedOperation, group: GroupName): Operation['needs'] {
  if (security.length === 0) return 'nothing';
  if (security.some(one => 'session' in one)) return 'session';
  return group === 'image' ? 'image key' : group === 'video' ? 'video key' : 'any key';
}

/** Operations whose path or summary contains every search word. */
export function searchOperations(operations: readonly Operation[], search: string): Operation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ method, path, summary, id }) => {
    const text = `${method} ${path} ${summary} ${id}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
}

/** The error codes named in a response's description. */
export function codesIn(description: string): string[] {
  return [...description.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code ?? '');
}
