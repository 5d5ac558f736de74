/**
 * Lets the current span follow asynchronous work, where no SDK does: the trace of a request
 * then still reaches its engine.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  context,
  type ContextManager,
  createContextKey,
  ROOT_CONTEXT,
} from '@opentelemetry/api';

/** Safe to repeat. An SDK must have been loaded before, as `node --import` does. */
export function followTraces(): void {
  if (!isFollowed()) context.setGlobalContextManager(new AsyncContexts());
}

const probe = createContextKey('kinora.probe');

function isFollowed(): boolean {
  return context.with(ROOT_CONTEXT.setValue(probe, true), () => context.active().getValue(probe) === true);
}

class AsyncContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  // oxlint-disable-next-line max-params -- the contract of OpenTelemetry
  with<Args extends unknown[], Work extends (...args: Args) => ReturnType<Work>>(
    inner: Context,
    work: Work,
    self?: ThisParameterType<Work>,
    ...args: Args
  ): ReturnType<Work> {
    return this.#storage.run(inner, () => work.apply(self, args));
  }

  bind<Target>(inner: Context, target: Target): Target {
    if (typeof target !== 'function') return target;
    const boundFunction = (...args: unknown[]) => this.#storage.run(inner, () => target(...args));
    return boundFunction as Target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    this.#storage.disable();
    return this;
  }
}
