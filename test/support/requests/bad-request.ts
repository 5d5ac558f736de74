/** A request with one fault, derived from a valid request of the operation. */
import type fc from 'fast-check';
import type { InterfaceName, Operation } from './api-operations.ts';
import type { WrittenRequest } from './send-request.ts';
import type { StandingTasks } from './standing-tasks.ts';

export interface BadRequest extends WrittenRequest {
  /** What is invalid. */
  readonly fault: string;
  /** The interface whose error format is expected. */
  readonly interfaceName: InterfaceName;
  /** With `answered`, the fault may be ignored, because the request creates nothing. */
  readonly expect: 'refused' | 'answered';
}

export type Requests = fc.Arbitrary<BadRequest>;

/** What requests are built from. */
export interface RequestFixtures {
  readonly keys: { readonly image: string; readonly video: string };
  readonly standing: StandingTasks;
}

/** A valid request of the operation, with the given changes. */
export function makeRequest(
  { method, path, interfaceName, needsKey }: Operation,
  { keys, standing }: RequestFixtures,
  { headers, body, ...rest }: Pick<BadRequest, 'fault'> & Partial<BadRequest>,
): BadRequest {
  const key = interfaceName === 'video' ? keys.video : keys.image;
  const ids = interfaceName === 'video' ? standing.clip : standing.grid.id;
  return {
    method,
    path: path.replace('{id}', ids).replace('{file}', standing.mediaPath.split('/').at(-1) ?? ''),
    interfaceName,
    expect: 'refused',
    ...(body !== undefined && { body }),
    ...rest,
    headers: {
      ...(needsKey && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
      ...headers,
    },
  };
}
