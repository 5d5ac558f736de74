/** Files that are sent, as the interfaces take them in JSON, and files that are downloaded. */
import { KinoraError } from './kinora-error.ts';

/** A URL, a data URL, or the bytes of a file. */
export type FileSource = string | URL | Blob | Uint8Array | ArrayBuffer;

/** A URL or a data URL. The server recognizes images by their bytes. */
export async function toAddress(source: FileSource): Promise<string> {
  if (typeof source === 'string') return source;
  if (source instanceof URL) return source.href;
  const isBlob = source instanceof Blob;
  const bytes = new Uint8Array(isBlob ? await source.arrayBuffer() : (source as ArrayBuffer));
  return `data:${(isBlob && source.type) || 'application/octet-stream'};base64,${toBase64(bytes)}`;
}

/** Encodes in pieces, because an argument list of millions of bytes is too long. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let position = 0; position < bytes.length; position += 0x8000)
    text += String.fromCharCode(...bytes.subarray(position, position + 0x8000));
  return btoa(text);
}

/** Saves files. `to` is a folder, which is created, or for a single file also its name. Returns the paths. */
export async function saveAll(
  files: readonly { readonly name: string; readonly get: () => Promise<Response> }[],
  to: string,
): Promise<string[]> {
  const { mkdir, writeFile } = fileSystem();
  const isName = files.length === 1 && /\.\w+$/.test(to);
  if (!isName) await mkdir(to, { recursive: true });
  const paths: string[] = [];
  for (const { name, get } of files) {
    const path = isName ? to : `${to.replace(/[\\/]+$/, '')}/${name}`;
    await writeFile(path, new Uint8Array(await (await get()).arrayBuffer()));
    paths.push(path);
  }
  return paths;
}

interface FileSystem {
  mkdir(path: string, options: { recursive: true }): Promise<unknown>;
  writeFile(path: string, data: Uint8Array): Promise<void>;
}

/** Reads the module without importing it, so that bundlers for browsers do not look for it. */
function fileSystem(): FileSystem {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => FileSystem } };
  const nodeModule = process?.getBuiltinModule?.('node:fs/promises');
  if (nodeModule) return nodeModule;
  throw new KinoraError('There is no file system here. Use blob().', {
    code: 'no_file_system',
    status: 0,
  });
}

/** `.png` of an address, as the server names its files. */
export function fileExtension(address: string): string {
  return /\.\w+$/.exec(new URL(address).pathname)?.[0] ?? '';
}
