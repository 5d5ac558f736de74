/**
 * The packages that built JavaScript imports although package.json does not install them with the product.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * At the beginning of a line, since the code also contains samples of code; or imported when it is needed.
 */
const importedPackage =
  /(?:^(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?|\bimport\()'((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/|')/gm;

/** Their names, sorted; built-in modules and files are none. */
export function undeclaredPackages(folder: string, declaredNames: readonly string[]): string[] {
  const undeclaredNames = new Set<string>();
  for (const path of globSync('**/*.js', { cwd: folder, exclude: ['built-console'] })) {
    const code = readFileSync(join(folder, path), 'utf8');
    for (const [, name = ''] of code.matchAll(importedPackage))
      if (!declaredNames.includes(name)) undeclaredNames.add(name);
  }
  return [...undeclaredNames].sort();
}
