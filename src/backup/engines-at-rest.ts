/** Which engines start nothing after a restore until an operator resumes them: those whose repeated work costs the operator money. */
import type { EngineKind, EngineSettings } from '../engines/engine-kind.ts';
import { systemClock } from '../lib/clock.ts';
import { openMemoryStorage } from '../media/storage/memory-storage.ts';
import { openSpool } from '../media/storage/spool.ts';
import type { EnginesAtRest, RestoredEngine } from './resume-safely.ts';

export function paidEngines(kinds: readonly EngineKind[]): EnginesAtRest {
  return engines => engines.filter(engine => engine.hasCost || isPaid(engine, kinds)).map(({ name }) => name);
}

/** An engine that this version cannot open counts as paid. */
function isPaid(
  { name, kind: ofKind, url, settings }: RestoredEngine,
  kinds: readonly EngineKind[],
): boolean {
  const kind = kinds.find(one => one.kind === ofKind);
  const read = kind?.settings.safeParse(settings);
  if (!kind || !read?.success) return true;
  // It runs on this machine.
  if (kind.address === 'none') return false;
  const spool = openSpool(openMemoryStorage(systemClock.now));
  const engine = kind.open({
    name,
    url: url ?? undefined,
    secret: undefined,
    settings: read.data as EngineSettings,
    slots: undefined,
    spool,
  });
  const { isPaid: paid = false } = engine.traits;
  void engine.close();
  return paid;
}
