/** Runs Podman for the tests of the container image. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What it printed. */
export async function podman(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('podman', args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}

export const doesSucceed = (...args: readonly string[]): Promise<boolean> =>
  podman(...args).then(
    () => true,
    () => false,
  );
