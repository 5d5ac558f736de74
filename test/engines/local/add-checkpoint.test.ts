/** A checkpoint of one's own, added on the command line while a server runs. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { signedIn } from '../../support/clients/console-client.ts';
import { openLocalPlace, smallEntry } from '../../support/local-models/local-place.ts';
import { commandLine, ownEnvironment } from '../../support/programs/bundled-program.ts';
import { startTestApp, until } from '../../support/servers/app.ts';

test('a checkpoint is installed where it is, with the missing parts of its family', async () => {
  const place = await openLocalPlace();
  await place.setEntries([
    {
      ...smallEntry('base', [
        { option: '--model', repository: 'maker/tiny', path: 'tiny.gguf' },
        { option: '--vae', repository: 'maker/parts', path: 'encoder.gguf' },
      ]),
      family: 'sd1',
    },
  ]);
  const kinora = await startTestApp({ settings: place.settings });
  const checkpoint = join(place.folder, 'My Style.safetensors');
  const name = 'input_blocks.1.1.transformer_blocks.0.attn2.to_k.weight';
  const header = JSON.stringify({ [name]: { dtype: 'F16', shape: [320, 768], data_offsets: [0, 2] } });
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  await writeFile(checkpoint, Buffer.concat([length, Buffer.from(header), Buffer.alloc(2)]));
  const child = spawn(process.execPath, [await commandLine(), 'local', 'add', checkpoint, '--no-default'], {
    env: {
      ...ownEnvironment,
      ...place.settings,
      DATABASE_URL: kinora.databaseUrl,
      KINORA_DATA_DIR: kinora.dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  assert.equal(code, 0, err);
  assert.match(out, /my-style/);
  assert.match(err, /Use it with --model my-style\./);
  const operator = await signedIn(kinora, 'operator');
  const { settings } = await operator.done('engine show', { engine: 'local-my-style' });
  assert.match(settings.arguments, /^--model\n.*My Style\.safetensors\n--vae\n.*encoder\.gguf/);
  await operator.done('local remove', { name: 'my-style' });
  await until(
    () => operator.done('local list'),
    (lines: any[]) => lines.every(line => line.name !== 'my-style'),
  );
  assert.ok(existsSync(checkpoint), 'the file of the operator stays');
});
