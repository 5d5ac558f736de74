import { writeFile } from 'node:fs/promises';

/** Whether no other process of the test run has taken this path before. */
export async function takeFirst(path: string): Promise<boolean> {
  try {
    await writeFile(path, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
