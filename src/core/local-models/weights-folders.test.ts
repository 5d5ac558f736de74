import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWeightsFolders } from './weights-folders.ts';

test('weights are found below the folders of other programs, and through links', async () => {
  const root = await mkdtemp(join(tmpdir(), 'kinora-weights-'));
  try {
    const comfy = join(root, 'ComfyUI', 'models', 'checkpoints', 'own');
    const webui = join(root, 'webui', 'models', 'Stable-diffusion');
    await mkdir(comfy, { recursive: true });
    await mkdir(webui, { recursive: true });
    await writeFile(join(comfy, 'large.safetensors'), Buffer.alloc(300));
    await writeFile(join(comfy, 'notes.txt'), 'no weights');
    await writeFile(join(webui, 'small.gguf'), Buffer.alloc(100));
    await symlink(root, join(webui, 'loop'));
    const folders = [join(root, 'ComfyUI', 'models'), join(root, 'webui'), join(root, 'nothing')];
    const weights = await openWeightsFolders(folders).list();
    const direct = weights.filter(({ path }) => !path.includes('loop'));
    assert.deepEqual(
      direct.map(({ path, sizeBytes }) => [path.slice(root.length), sizeBytes]),
      [
        ['/ComfyUI/models/checkpoints/own/large.safetensors', 300],
        ['/webui/models/Stable-diffusion/small.gguf', 100],
      ],
    );
    assert.ok(weights.length < 20, 'a link in a circle ends');
  } finally {
    await rm(root, { recursive: true });
  }
});
