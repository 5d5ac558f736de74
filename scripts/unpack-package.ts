/** Packages of the registry that are read once and not installed. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** Downloads a package, such as `lucide-react@1.75.0`, and puts its files into a new folder. */
export function unpackPackage(spec: string, folder: string): void {
  mkdirSync(folder);
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const [{ filename = '' } = {}] = JSON.parse(
    execFileSync('npm', ['pack', spec, '--json', '--silent'], options),
  ) as { filename?: string }[];
  execFileSync('tar', ['-xzf', filename, '--strip-components=1'], options);
}
