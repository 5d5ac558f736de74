/**
 * The adapter to `/sdapi/v1` against a real program, which must be running. In the environment:
 *
 * REAL_SDAPI_SETTINGS  JSON, such as {"steps": 2}. The dialect is found by a probe
 * REAL_SDAPI_SECRET    user:password, or a key
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../src/engines/contract/engine-error.ts';
import type { EngineSettings } from '../../src/engines/contract/kind/engine-settings.ts';
import { testStepEngine } from '../../src/engines/contract/steps/step-conformance.ts';
import { dialectNames } from '../../src/engines/kinds/sdapi/dialects.ts';
import { sdapiKind } from '../../src/engines/kinds/sdapi/sdapi-kind.ts';
import { openMemorySpool } from '../support/engines/memory-spool.ts';
import { probeReal, skipUnreachable } from '../support/engines/probe-real.ts';
import { smallStep } from '../support/engines/steps.ts';
import { never } from '../support/test-engine/instance.ts';

const { REAL_SDAPI_SETTINGS: givenSettings = '{}', REAL_SDAPI_SECRET: secret } = process.env;
const url = process.argv[2];
const advice = 'Start a program with --api, and give its URL: npm run test:real -- sdapi URL';

if (url) await testServer(url);
else
  test('sdapi', {
    skip: 'name the address of a program that runs: npm run test:real -- sdapi http://127.0.0.1:7860',
  });

async function testServer(url: string): Promise<void> {
  const name = 'real';
  const parse = (settings: object) => sdapiKind.settings.parse(settings) as EngineSettings;
  const access = { name, url, secret, settings: parse({}) };
  const probeResult = await probeReal(sdapiKind.probe!(access, never));
  if (probeResult instanceof EngineError) return skipUnreachable(url, probeResult, advice);
  const dialect = dialectNames.find(one =>
    probeResult.advice?.some(note => note.startsWith(`Set dialect to ${one} `)),
  );
  const settings = parse({ dialect, ...JSON.parse(givenSettings) });
  const upstream = probeResult.models[0] ?? 'unknown';
  test(`${probeResult.program} with ${upstream}: ${probeResult.notes.join(' ')}`, () => assert.ok(dialect));
  testStepEngine(
    `${probeResult.program}`,
    async () => sdapiKind.openSteps({ ...access, settings, slots: undefined, spool: openMemorySpool() }),
    {
      abilities: sdapiKind.abilities(upstream, settings),
      step: primitive => smallStep(primitive, { upstream }),
      unknownHandle: { key: 'unknown' },
    },
  );
}
