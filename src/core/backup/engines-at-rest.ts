/**
 * What a restore has to know of engines: whose repeated work costs the operator money, and what
 * they may start by themselves.
 */
import type { EngineKind } from '../../engines/contract/kind/engine-kind.ts';
import type { EngineSettings } from '../../engines/contract/kind/engine-settings.ts';
import type { Engine } from '../../engines/contract/engine.ts';
import { systemClock } from '@kinora/shared/clock';
import { openMemoryStorage } from '../../media/storage/memory-storage.ts';
import { openSpool } from '../catalogue/engines/spool.ts';
import type { EnginesAtRest, RestoredEngine } from './resume-safely.ts';

export function enginesAtRest(kinds: readonly EngineKind[]): EnginesAtRest {
  return restoredEngine => {
    const kind = kinds.find(one => one.kind === restoredEngine.kind);
    // It runs on this machine, and what it had begun on the old one is gone. Opening it could start programs.
    if (kind?.address === 'none') return { isPaid: restoredEngine.hasCost, mayStartMore: () => true };
    const engine = kind && openEngine(kind, restoredEngine);
    // The worst is assumed of an engine that this version cannot open.
    if (!engine) return { isPaid: true, mayStartMore: () => true };
    // What may be started follows from the handle alone, so a closed engine can tell.
    void engine.close();
    return {
      isPaid: restoredEngine.hasCost || engine.traits.isPaid === true,
      mayStartMore: handle => engine.mayStartMore?.(handle) ?? false,
    };
  };
}

function openEngine(kind: EngineKind, { name, url, settings }: RestoredEngine): Engine | undefined {
  const read = kind.settings.safeParse(settings);
  if (!read.success) return undefined;
  return kind.open({
    name,
    url: url ?? undefined,
    secret: undefined,
    settings: read.data as EngineSettings,
    slots: undefined,
    spool: openSpool(openMemoryStorage(systemClock.now)),
  });
}
