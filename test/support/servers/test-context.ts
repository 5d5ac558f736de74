/**
 * Lets the runner of Node find the test that a piece of code belongs to without a hook for each promise,
 * timer and request: those of the servers that run in the same process would take a tenth of its time. The
 * test is in an AsyncLocalStorage instead, which V8 hands on for free. It is imported before anything loads
 * `node:test`, whose functions for this it replaces while that module loads.
 */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

const hooks = process.getBuiltinModule('node:async_hooks');
const { createHook, executionAsyncId } = hooks;

const running = new AsyncLocalStorage<AsyncResource>();
/**
 * The runner's callback that remembers a test. It remembers all that a test creates as well,
 * unless it hears of tests only.
 */
let remember: HookCallbacks['init'];

type HookCallbacks = Parameters<typeof createHook>[0];

const inertHook = { enable: () => inertHook, disable: () => inertHook };

/** What tests, suites and hooks of the runner are. */
class RunnerResource extends AsyncResource {
  constructor(...args: ConstructorParameters<typeof AsyncResource>) {
    super(...args);
    remember?.(this.asyncId(), args[0], 0, this);
  }

  override runInAsyncScope<This, Result>(
    run: (this: This, ...args: any[]) => Result,
    self?: This,
    ...args: any[]
  ): Result {
    return super.runInAsyncScope(() => running.run(this, () => Reflect.apply(run, self, args)));
  }
}

Object.assign(hooks, {
  createHook: (callbacks: HookCallbacks) => {
    remember = callbacks.init;
    return inertHook;
  },
  executionAsyncId: () => running.getStore()?.asyncId() ?? 0,
  AsyncResource: RunnerResource,
});
await import('node:test');
Object.assign(hooks, { createHook, executionAsyncId, AsyncResource });
