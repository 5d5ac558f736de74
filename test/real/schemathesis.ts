/**
 * The OpenAPI document against a running server, with the checks of Schemathesis: npm run test:real --
 * schemathesis. It needs the program on PATH (`pip install schemathesis`). In the environment:
 *
 * An argument after the name runs only operations whose pattern has it, such as /v1/.
 *
 * REAL_EXAMPLES  generated requests for each operation and phase. Default: 10
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { signedIn } from '../support/clients/console-client.ts';
import { runSeed } from '../support/depth.ts';
import { findProgram } from '../../src/platform/lib/machine/find-program.ts';
import { skipWithoutPrograms } from '../support/programs/needs.ts';
import { runSchemathesis } from '../support/programs/schemathesis.ts';
import { startScriptedApp, type ScriptedApp } from '../support/setups/scripted-app.ts';

/** Checks that report no fault here, with the reason. */
const noise: Readonly<Record<string, string>> = {
  positive_data_acceptance:
    'What is allowed depends on more than a schema can say: the model, the balance, the state of a task, an address that can be fetched.',
  negative_data_rejection:
    'Fields that browsers and forms send as text are read as numbers and booleans, which the document allows by their JSON types only.',
  ignored_auth:
    'The key is accepted in three headers. Schemathesis knows one, and takes an answer to another for a hole.',
  use_after_free: 'A deleted task can be restored for a minute, so it can still be deleted again.',
  ensure_resource_availability: 'A task that was submitted can end, and be swept, before the next request.',
};

let kinora: ScriptedApp;
before(async () => {
  kinora = await startScriptedApp({ settings: { KINORA_OPENING_BALANCE: '1000000.00' } });
  // The document is described when it is first asked for, and Schemathesis waits for ten seconds only.
  await (await fetch(`${kinora.url}/openapi.json`)).text();
});

const operations: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  '^/mj/': async () => ({ authorization: `Bearer ${kinora.imageKey}` }),
  '^/v1/videos(?!/events|/.*/events)|^/v1/models': async () => ({
    authorization: `Bearer ${kinora.videoKey}`,
  }),
  // Most operations that change the server would end the session or the engine.
  '^/api/.*(list|show|facets|compare|kinds|history|reconcile)$': async () => ({
    cookie: (await signedIn(kinora, 'operator')).cookie,
  }),
};

const only = process.argv[2] ?? '';

for (const [paths, headersOf] of Object.entries(operations).filter(([paths]) => paths.includes(only)))
  test(
    `requests and responses of ${paths} are as the document says`,
    skipWithoutPrograms('schemathesis'),
    async () => {
      const { isGood, report } = await runSchemathesis({
        program: findProgram('schemathesis') ?? '',
        url: `${kinora.url}/openapi.json`,
        headers: await headersOf(),
        paths,
        examples: Number(process.env['REAL_EXAMPLES'] ?? 10),
        seed: runSeed,
        without: Object.keys(noise),
      });
      assert.ok(isGood, report.slice(-30_000));
    },
  );
