/** kinora-client in a page: one small module, without anything of Node. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';

const mostBytes = 10_000;

test('kinora-client has at most 10 KB with its dependency, and imports nothing else', async () => {
  const { output } = await build({
    input: fileURLToPath(new URL('../../packages/client/src/index.ts', import.meta.url)),
    platform: 'browser',
    write: false,
    output: { format: 'esm', minify: true },
  });
  assert.equal(output.length, 1);
  const [{ code, imports, dynamicImports }] = output;
  assert.deepEqual([...imports, ...dynamicImports], []);
  const { length } = gzipSync(code);
  assert.ok(length <= mostBytes, `${length} bytes`);
});
