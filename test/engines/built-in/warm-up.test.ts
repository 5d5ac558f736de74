import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { afterEach, test } from 'node:test';
import type { Engine } from '../../../src/engines/engine.ts';
import type { InstanceOptions } from '../../../src/engines/engine-kind.ts';
import { sketchKind } from '../../../src/engines/sketch/sketch-kind.ts';

const opened: Engine[] = [];
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close();
});

const skip = process.platform === 'linux' ? false : 'reads /proc';

/** Ids of the drawing processes of this process. */
async function drawing(): Promise<string[]> {
  const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async id => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      return status.includes(`\nPPid:\t${process.pid}\n`) && command.includes('sketch-process') ? [id] : [];
    }),
  );
  return found.flat();
}

async function become(count: number): Promise<string[]> {
  for (;;) {
    const ids = await drawing();
    if (ids.length === count) return ids;
    await new Promise(resolve => setImmediate(resolve));
  }
}

function open(kind: ReturnType<typeof sketchKind>, slots?: number): Engine {
  const options: Pick<InstanceOptions, 'name' | 'slots'> = { name: 'sketch', slots };
  const engine = kind.open(options as InstanceOptions);
  opened.push(engine);
  return engine;
}

test('the first instance takes the processes that were started before it', { skip }, async () => {
  const before = await drawing();
  const kind = sketchKind({ threads: 2 });
  const endUnused = kind.warmUp!();
  const warm = await become(before.length + 2);
  const engine = open(kind);
  await endUnused();
  engine.warmUp!();
  assert.deepEqual(await drawing(), warm);
  await engine.close();
  assert.deepEqual(await drawing(), before);
});

test('what no instance takes ends: of another number of slots, and without any instance', {
  skip,
}, async () => {
  const before = await drawing();
  const kind = sketchKind({ threads: 2 });
  const endUnused = kind.warmUp!();
  await become(before.length + 2);
  open(kind, 1);
  assert.equal((await drawing()).length, before.length + 2);
  await endUnused();
  await endUnused();
  assert.deepEqual(await become(before.length), before);
});
