/**
 * The adapter to stable-diffusion.cpp against a real sd-server, which must be running. In the environment:
 *
 * REAL_SDCPP_SETTINGS  JSON, such as {"clips": "words", "pictures": false}
 * REAL_SDCPP_SIZE      such as 256x256. Default: 64x64
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineSettings } from '../../src/engines/engine-kind.ts';
import { testStepEngine } from '../../src/engines/plan/step-conformance.ts';
import { sdcppKind } from '../../src/engines/sdcpp/sdcpp-kind.ts';
import { openMemorySpool } from '../support/memory-spool.ts';
import { smallStep } from '../support/steps.ts';
import { never } from '../support/test-engine/instance.ts';

const { REAL_SDCPP_SETTINGS: given = '{}', REAL_SDCPP_SIZE: size = '' } = process.env;
const url = process.argv[2];

if (url) await testAt(url);
else
  test('sdcpp', {
    skip: 'name the address of an sd-server that runs: npm run test:real -- sdcpp http://127.0.0.1:1234',
  });

async function testAt(url: string): Promise<void> {
  const settings = sdcppKind.settings.parse(JSON.parse(given)) as EngineSettings;
  const access = { name: 'real', url, secret: undefined, settings };
  const found = await sdcppKind.probe!(access, never);
  const [width = 64, height = 64] = size.split('x').map(Number).filter(Boolean);
  test(`${found.program} with ${found.models.join(', ')}: ${found.notes.join(' ')}`, () =>
    assert.ok(found.models.length > 0));
  test('ten probes, one after the other and at once, are all answered', async () => {
    for (let times = 0; times < 5; times++) await sdcppKind.probe!(access, never);
    await Promise.all(Array.from({ length: 5 }, () => sdcppKind.probe!(access, never)));
  });
  testStepEngine(
    `${found.program}`,
    async () => sdcppKind.openSteps({ ...access, slots: undefined, spool: openMemorySpool() }),
    {
      abilities: sdcppKind.abilities('', settings),
      step: primitive => smallStep(primitive, { width, height }),
      unknownHandle: { id: 'job_0_00000000', key: 'unknown', count: 1 },
    },
  );
}
