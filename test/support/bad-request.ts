/** A request with one fault, made of the operation as it should be called. */
import type fc from 'fast-check';
import type { Family, Operation } from './api-operations.ts';
import type { WrittenRequest } from './send-request.ts';
import type { StandingTasks } from './standing-tasks.ts';

export interface BadRequest extends WrittenRequest {
  /** What is wrong with it. */
  readonly fault: string;
  /** Whose shape the refusal has. */
  readonly family: Family;
  /** `answered`: what is odd in it may be ignored, since it makes nothing. */
  readonly expect: 'refused' | 'answered';
}

export type Requests = fc.Arbitrary<BadRequest>;

/** What requests are made with. */
export interface Ground {
  readonly keys: { readonly image: string; readonly video: string };
  readonly standing: StandingTasks;
}

/** The operation as it should be called, but for what is given. */
export function calling(
  { method, path, family, needsKey }: Operation,
  { keys, standing }: Ground,
  { headers, body, ...rest }: Pick<BadRequest, 'fault'> & Partial<BadRequest>,
): BadRequest {
  const key = family === 'video' ? keys.video : keys.image;
  const ids = family === 'video' ? standing.clip : standing.grid.id;
  return {
    method,
    path: path.replace('{id}', ids).replace('{file}', standing.mediaPath.split('/').at(-1) ?? ''),
    family,
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
