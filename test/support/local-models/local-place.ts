/**
 * A server that can install small models: a hub, a release whose program is the sd-server for
 * tests, and a catalogue of its own.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import yazl from 'yazl';
import { atEnd } from '../servers/clean-up.ts';
import { openFakeHub, type FakeHub } from './fake-hub.ts';

export interface LocalPlace {
  readonly hub: FakeHub;
  /** The folder of the catalogue, the program and the programs' own files. */
  readonly folder: string;
  readonly modelsFolder: string;
  /** Where the programs write what they do (test/support/engines/sd-server-program.ts). */
  readonly programFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Replaces the catalogue. */
  setEntries(entries: readonly object[]): Promise<void>;
}

const fakeProgram = fileURLToPath(new URL('../engines/sd-server-program.ts', import.meta.url));
export const sharedFile = 'maker/parts/encoder.gguf';

/** Two image models that share a file, and a video model. */
export const smallEntries = [
  smallEntry('tiny', [
    { option: '--diffusion-model', repository: 'maker/tiny', path: 'tiny.gguf' },
    { option: '--llm', repository: 'maker/parts', path: 'encoder.gguf' },
  ]),
  smallEntry('other', [
    { option: '--diffusion-model', repository: 'maker/other', path: 'folder/other.gguf' },
    { option: '--llm', repository: 'maker/parts', path: 'encoder.gguf' },
  ]),
];

export function smallEntry(name: string, files: readonly object[]) {
  return {
    name,
    title: `The ${name} model`,
    summary: { en: 'Pictures for tests.', zh: '用于测试的图片。' },
    kind: 'image',
    family: name,
    rank: 1,
    license: { name: 'MIT', commercial: true, url: 'https://example.com/license' },
    link: 'https://example.com/model',
    files: files.map(file => ({ revision: 'main', ...file })),
    needs: { memory: 0.1, video: 0.1, processor: 'well', download: 0.001 },
    settings: { sizeMultiple: 64, maxUpscaledPixels: 4194304 },
    test: { width: 128, height: 128 },
  };
}

export async function openLocalPlace(): Promise<LocalPlace> {
  const hub = await openFakeHub();
  atEnd(() => hub.close());
  const folder = await mkdtemp(join(tmpdir(), 'kinora-local-'));
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const programFolder = join(folder, 'program');
  await mkdir(programFolder);
  for (const [name, size] of [
    ['maker/tiny/tiny.gguf', 150_000],
    ['maker/other/folder/other.gguf', 70_000],
    [sharedFile, 90_000],
  ] as const)
    hub.files.set(name, Buffer.alloc(size, name));
  const archive = await packArchive(programScript(programFolder));
  for (const system of ['Linux-Ubuntu-24.04-x86_64', 'Darwin-macOS-15.7-arm64'])
    hub.assets.set(`sd-master-97d2990-bin-${system}.zip`, archive);
  const catalogue = join(folder, 'models.yaml');
  const place: LocalPlace = {
    hub,
    folder,
    modelsFolder: join(folder, 'models'),
    programFolder,
    settings: {
      KINORA_LOCAL_CATALOGUE: catalogue,
      KINORA_MODELS_DIR: join(folder, 'models'),
      KINORA_RELEASES_URL: hub.url,
      HF_ENDPOINT: hub.url,
      KINORA_ALLOWED_NETWORKS: '127.0.0.1/32',
    },
    setEntries: entries => writeFile(catalogue, stringify(entries)),
  };
  await place.setEntries(smallEntries);
  return place;
}

/** `--help` fails while there is a file `no-help`. */
export function programScript(folder: string): string {
  return `#!/bin/sh
if [ "$1" = --help ]; then
  if [ -e '${folder}/no-help' ]; then echo 'libvulkan.so.1: cannot open shared object file' >&2; exit 127; fi
  echo usage; exit 0
fi
FAKE_FOLDER='${folder}' exec '${process.execPath}' '${fakeProgram}' "$@"
`;
}

async function packArchive(script: string): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(script), 'sd-server', { mode: 0o100755 });
  zip.addBuffer(Buffer.from('library'), 'libstable-diffusion.so', { mode: 0o100644 });
  zip.end();
  return buffer(zip.outputStream);
}

/** The header of a checkpoint of the family of SD 1.5, whose name in the catalogue is `sd1`. */
export function tinyCheckpoint(): Buffer {
  const name = 'input_blocks.1.1.transformer_blocks.0.attn2.to_k.weight';
  const header = JSON.stringify({ [name]: { dtype: 'F16', shape: [320, 768], data_offsets: [0, 2] } });
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, Buffer.from(header), Buffer.alloc(2)]);
}
