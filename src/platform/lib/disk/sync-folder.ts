/** Makes changed names of a folder durable. */
import { open } from 'node:fs/promises';

/** A name survives a power failure only after its folder was synced. Windows cannot sync folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
