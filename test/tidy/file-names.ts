/** What files and folders are called. */
import type { Rule } from './rule.ts';

const empty = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'service', 'base', 'misc']);

export const fileNames: Rule = {
  title:
    'a file is named in kebab-case after the main thing inside, never utils, helpers, common, manager, service, base',
  breaches: files =>
    files.flatMap(({ path }) => {
      const names = path
        .split('/')
        .filter(name => !dictated.has(name))
        .map(name => name.replace(/^\./, ''));
      if (names.some(name => name.split(/[-.]/).some(word => empty.has(word.toLowerCase()))))
        return [`${path}: name it after what it does`];
      return names.every(isWellFormed) ? [] : [`${path}: use kebab-case`];
    }),
  broken: {
    'src/lib/date-utils.ts': '',
    'src/common/clock.ts': '',
    'src/taskManager.ts': '',
    'src/tasks/Task.ts': '',
    'docs/add_a_route.md': '',
  },
};

/** What tools look for, or leave out, by its name. */
const dictated = new Set(['Caddyfile', 'Chart.yaml', 'Dockerfile', '_names.tpl', 'kinora.service']);

/** kebab-case with endings, or a document known by its name in capitals. */
function isWellFormed(name: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(name) || /^[A-Z]+(\.md)?$/.test(name);
}
