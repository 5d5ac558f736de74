/**
 * The steps of an installation, as its process takes them: what it does with files of the models folder, and
 * what it writes to the database. In the environment: CRASH_STEPS is a file that gets the name of each step.
 * The process kills itself after the step that the file `<CRASH_STEPS>.after` names. CRASH_STATEMENTS is an
 * expression for the names of other statements, whose steps are taken instead. Imported for its effect,
 * before anything else happens.
 */
import { appendFileSync, existsSync, promises, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';

const { CRASH_STEPS, CRASH_STATEMENTS, KINORA_MODELS_DIR = '' } = process.env;
const writes = ['mkdir', 'open', 'rename', 'rm', 'writeFile', 'chmod'] as const;
/** Statements of the worker that installs. Others write as well. */
const statements =
  CRASH_STATEMENTS === undefined
    ? /local|instance|model|route|price|cover|version/
    : new RegExp(CRASH_STATEMENTS);
const otherStatements = /local_machine|renew_local_lease|release_local|card_routes|first_instance|report_/;

if (CRASH_STEPS !== undefined) {
  if (CRASH_STATEMENTS === undefined) for (const write of writes) followFiles(write);
  syncBuiltinESMExports();
  followStatements();
}

function followFiles(write: (typeof writes)[number]): void {
  const original = promises[write] as (...args: unknown[]) => Promise<unknown>;
  Object.assign(promises, {
    [write]: async (...args: unknown[]) => {
      const result = await original.apply(promises, args);
      const [path, target] = args.map(String);
      // A file that is moved is known by where it is then.
      const file = write === 'rename' ? target : path;
      if (file?.startsWith(KINORA_MODELS_DIR)) recordStep(`${write} ${filePlace(file)}`);
      return result;
    },
  });
}

/** Hashes differ from run to run, because programs contain the names of temporary folders. */
function filePlace(file: string): string {
  return file.slice(KINORA_MODELS_DIR.length).replaceAll(/[0-9a-f]{16,}/g, '#') || '/';
}

function followStatements(): void {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const original = prototype.query;
  /** The last step that a transaction has taken. */
  const last = new WeakMap<object, string>();
  prototype.query = function query(this: object, ...args: unknown[]) {
    const [query] = args;
    const name = query === 'commit' ? stepCommit(last.get(this)) : readName(query);
    if (typeof query === 'string') last.delete(this);
    else if (name !== undefined) last.set(this, name);
    if (name === undefined) return original.apply(this, args);
    // A pool calls back, a transaction awaits.
    const callback = args.at(-1);
    if (typeof callback === 'function') args[args.length - 1] = reporting(name, callback as Callback);
    const result = original.apply(this, args);
    if (!(result instanceof Promise)) return result;
    return result.then((value: unknown) => {
      recordStep(name);
      return value;
    });
  };
}

type Callback = (...args: unknown[]) => void;

function reporting(name: string, callback: Callback): Callback {
  return (...args) => {
    if (!args[0]) recordStep(name);
    callback(...args);
  };
}

function readName(query: unknown): string | undefined {
  const name = typeof query === 'object' && query !== null ? Reflect.get(query, 'name') : undefined;
  const text = typeof query === 'object' && query !== null ? String(Reflect.get(query, 'text')) : '';
  const isWrite = /\b(?:insert into|update|delete from)\b/.test(text);
  if (typeof name !== 'string' || !isWrite) return undefined;
  return statements.test(name) && !otherStatements.test(name) ? name : undefined;
}

function stepCommit(step: string | undefined): string | undefined {
  return step === undefined ? undefined : `commit after ${step}`;
}

function recordStep(step: string): void {
  appendFileSync(CRASH_STEPS ?? '', `${step}\n`);
  const after = `${CRASH_STEPS}.after`;
  if (existsSync(after) && readFileSync(after, 'utf8') === step) process.kill(process.pid, 'SIGKILL');
}
