/** The names of files and folders. */
import type { Rule } from './rule.ts';

const empty = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'service', 'base', 'misc']);

export const fileNames: Rule = {
  title: 'a file name is in kebab-case and never utils, helpers, common, manager, service or base',
  breaches: files =>
    files.flatMap(({ path }) => {
      const names = path
        .split('/')
        .filter(name => !fixedNames.has(name) && !isModelId(path))
        .map(name => name.replace(/^\./, ''));
      if (names.some(name => name.split(/[-.]/).some(word => empty.has(word.toLowerCase()))))
        return [`${path}: name it after what it does`];
      return names.every(isWellFormed) ? [] : [`${path}: use kebab-case`];
    }),
  counterexamples: {
    'src/platform/lib/date-utils.ts': '',
    'src/common/clock.ts': '',
    'src/taskManager.ts': '',
    'src/core/tasks/Task.ts': '',
    'docs/add_a_route.md': '',
  },
};

/** Names that tools look for or ignore. */
const fixedNames = new Set(['Caddyfile', 'Chart.yaml', 'Dockerfile', '_names.tpl', 'kinora.service']);

/** An entry of the catalogue of local models has the name of its model, with its version. */
function isModelId(path: string): boolean {
  return /^local-models\/[a-z0-9]+(?:[-.][a-z0-9]+)*\.yaml$/.test(path);
}

/** kebab-case with extensions, or a document with a name in capitals. */
function isWellFormed(name: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(name) || /^[A-Z]+(\.md)?$/.test(name);
}
