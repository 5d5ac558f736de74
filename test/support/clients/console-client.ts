/** A browser at the Console as the API sees it: a cookie, JSON, and same-origin requests. */
import { call, type Answer, type TestApp } from '../servers/app.ts';
import { sessionCookie } from '../../../src/api/http/auth/session-cookie.ts';
import { procedures } from '../../../src/api/procedures/table/procedures.ts';
import { hashPassword } from '../../../src/core/accounts/passwords.ts';
import { createSession } from '../../../src/core/accounts/sessions.ts';
import { createUser, recordSignIn, type UserRole } from '../../../src/core/accounts/users.ts';

export interface ConsoleClient {
  /** Runs a procedure, such as `token create`, with its fields: GET or POST, as the procedure requires. */
  run(name: string, input?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Like `run`, but it must succeed. Returns the body, or the rows of a list. */
  done(name: string, input?: Readonly<Record<string, unknown>>): Promise<any>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, json: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  remove(path: string): Promise<Answer>;
  /** The cookie that the browser stores. Empty if there is none. */
  cookie: string;
}

export function consoleClient({ url }: Pick<TestApp, 'url'>): ConsoleClient {
  const send = async (path: string, init: Record<string, unknown> = {}): Promise<Answer> => {
    const { headers = {}, ...rest } = init as { headers?: Record<string, string> };
    const cookie = client.cookie ? { cookie: client.cookie } : {};
    const answer = await call(`${url}${path}`, { ...rest, headers: { ...cookie, ...headers } } as never);
    const set = answer.headers.get('set-cookie');
    if (set !== null) client.cookie = /=;/.test(set) ? '' : (set.split(';')[0] ?? '');
    return answer;
  };
  const client: ConsoleClient = {
    cookie: '',
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, json, headers = {}) => send(path, { method: 'POST', json, headers }),
    remove: path => send(path, { method: 'DELETE' }),
    run: (name, input = {}) => {
      const path = `/api/${name.replace(' ', '.')}`;
      if (procedures.find(one => one.name === name)?.changes) return client.post(path, input);
      const query = new URLSearchParams(
        Object.entries(input).map(([field, value]): [string, string] => [field, String(value)]),
      );
      return client.get(`${path}?${query}`);
    },
    done: async (name, input) => {
      const { status, body } = await client.run(name, input);
      if (status !== 200) throw new Error(`${name} was rejected: ${JSON.stringify(body)}`);
      return body.data ?? body;
    },
  };
  return client;
}

export const password = 'correct horse battery';
let users = 0;

/** Once in a process: it takes a computer 30 ms. */
let passwordHash: Promise<string> | undefined;

/** A new user of this role, in the first account unless another is named, with a session. */
export async function signedIn(
  kinora: Pick<TestApp, 'url' | 'app'>,
  role: UserRole,
  accountId?: string,
): Promise<ConsoleClient & { email: string; accountId: string }> {
  const { db } = kinora.app;
  const { rows } = await db.pool.query('select id from accounts order by created_at limit 1');
  const account = accountId ?? String(rows[0].id);
  const email = `${role}-${++users}@example.com`;
  const stored = await (passwordHash ??= hashPassword(password));
  const user = await createUser(db, { accountId: account, email, name: role, role, password: stored });
  if (!user) throw new Error(`${email} is taken`);
  const secret = await createSession(db, { userId: user.id, address: '127.0.0.1', userAgent: 'node' });
  await recordSignIn(db, user.id, 'en');
  const cookie = `${sessionCookie}=${secret}`;
  return Object.assign(consoleClient(kinora), { cookie, email, accountId: account });
}
