/** Methods, paths, ids and queries that do not exist. */
import fc from 'fast-check';
import type { Operation } from './api-operations.ts';
import { makeRequest, type RequestFixtures, type Requests } from './bad-request.ts';
import { wrongId } from './bad-targets.ts';

const methods = 'GET HEAD POST PUT PATCH DELETE TRACE PROPFIND SEARCH MKCOL LOCK REPORT PURGE'.split(' ');

/** A method that no operation of this path has. */
export function wrongMethod(
  operation: Operation,
  { operations, fixtures }: { readonly operations: readonly Operation[]; readonly fixtures: RequestFixtures },
): Requests {
  const usedMethods = operations.filter(({ path }) => path === operation.path).map(({ method }) => method);
  const free = methods.filter(
    method => !usedMethods.includes(method) && !(method === 'HEAD' && usedMethods.includes('GET')),
  );
  const bodies = [undefined, JSON.stringify(operation.valid)];
  return fc
    .record({ method: fc.constantFrom(...free), body: fc.constantFrom(...bodies) })
    .map(({ method, body }) =>
      makeRequest(operation, fixtures, {
        fault: 'a method that is not allowed',
        method,
        ...(body !== undefined && method !== 'HEAD' && { body }),
      }),
    );
}

/** Invalid ids in a path, escaped or broken. */
const oddIds = '% %zz %00 %ff %c0%af %ed%a0%80 %2e%2e%2f a%2fb %0d%0a ; ~ $ a,b x.png x.'.split(' ');

export function unknownId(operation: Operation, fixtures: RequestFixtures): Requests {
  const id = fc.oneof(
    wrongId(fixtures.standing).map(encodeURIComponent),
    fc.constantFrom(...oddIds),
    fc.integer({ min: 501, max: 7000 }).map(length => 'a'.repeat(length)),
  );
  return id.map(one =>
    makeRequest(operation, fixtures, {
      fault: 'an id of nothing',
      path: operation.path.replace(/\{\w+\}/, one),
    }),
  );
}

const imagePaths =
  '/mj /mj/submit /mj/submit/ /mj/submit/imagine2 /mj/task /mj/../mj/none /mj/mj/mj/submit/imagine /mj-warp/mj/submit/imagine';
const otherPaths =
  '/v1 /v2/videos /v1/videos/a/b/c /v1/videos/x/content/y /MJ/submit/imagine //none /media /media/../data/x /media/%2e%2e%2fx /../../etc/passwd /.env /% /%2e%2e/';

export function unknownPath([operation]: readonly Operation[], fixtures: RequestFixtures): Requests {
  const unknownPaths = fc.oneof(
    fc.constantFrom(...imagePaths.split(' ')).map(path => ({ path, interfaceName: 'image' }) as const),
    fc.constantFrom(...otherPaths.split(' ')).map(path => ({ path, interfaceName: 'video' }) as const),
  );
  const kind = fc.constantFrom({ method: 'GET' }, { method: 'POST', body: '{}' });
  return fc.tuple(unknownPaths, kind).map(([pathChange, request]) =>
    makeRequest(operation as Operation, fixtures, {
      fault: 'a path of nothing',
      ...pathChange,
      ...request,
    }),
  );
}

const anywhere = [
  'other=1',
  'other=%00',
  '__proto__=x',
  'constructor=x',
  'limit[]=1',
  '%ff=%ff',
  '=',
  'a'.repeat(3000),
];
const wrongQueries: Readonly<Record<string, readonly string[]>> = {
  limit: ['0', '-1', '101', '1.5', 'all', '', '1e9', '1&limit=2', 'NaN'],
  order: ['up', '', 'DESC', 'asc&order=desc'],
  after: ['none', '%00', '%ff', 'a&after=b', 'x'.repeat(5000)],
  variant: ['', 'poster', '__proto__', 'toString', 'video&variant=video', '%00'],
};

export function wrongQuery(operation: Operation, fixtures: RequestFixtures): Requests {
  const wrong = operation.queries.flatMap(name => wrongQueries[name]?.map(value => `${name}=${value}`) ?? []);
  return fc.constantFrom(...wrong, ...anywhere, `after=${fixtures.standing.foreignClip}`).map(query => {
    const { path, ...request } = makeRequest(operation, fixtures, {
      fault: 'a query that is not understood',
    });
    return { ...request, path: `${path}?${query}` };
  });
}
