/**
 * The environment of programs that Kinora starts for an operator: it has the variables that a setting lists,
 * and none of the server.
 */
import { homedir } from 'node:os';
import { splitLines } from './text/lines.ts';

/**
 * `text` has one variable a line, such as `HF_HOME=/models`. A variable without `=` is empty. The variables
 * replace the standard ones.
 */
export function programEnvironment(text: string): Record<string, string> {
  const variables = splitLines(text).map(line => {
    const [name = ''] = line.split('=', 1);
    return [name, line.slice(name.length + 1)] as const;
  });
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
    HOME: homedir(),
    ...Object.fromEntries(variables),
  };
}
