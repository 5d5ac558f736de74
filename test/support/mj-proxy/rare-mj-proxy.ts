/**
 * The kind of Midjourney proxies with engines that poll a task once a minute, so that anything
 * earlier is the effect of a report.
 */
import type { Engine } from '../../../src/engines/contract/engine.ts';
import type { EngineKind } from '../../../src/engines/contract/kind/engine-kind.ts';
import { kind } from './mj-proxy.ts';

export const rareMjProxyKind: EngineKind = { ...kind, open: options => withRarePolls(kind.open(options)) };

function withRarePolls(engine: Engine): Engine {
  const { name, traits, digitalSourceType } = engine;
  return {
    name,
    traits,
    digitalSourceType,
    start: (...args) => engine.start(...args),
    async check(...checked) {
      const state = await engine.check(...checked);
      if (state.state !== 'running' || state.handle !== undefined) return state;
      return { ...state, checkAgainMs: 60_000 };
    },
    open: (...args) => engine.open(...args),
    cancel: handle => engine.cancel(handle),
    close: () => engine.close(),
  };
}
