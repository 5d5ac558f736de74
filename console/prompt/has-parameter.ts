/** Whether a model version has a parameter. Parameters that it lacks are not offered. */
import { parameterTable, type ParameterName } from '../../src/core/prompt/parameter-table.ts';
import { versionsIn } from '../../src/core/prompt/image-versions.ts';

export function hasParameter(name: ParameterName, version: string): boolean {
  const versions = parameterTable.find(({ names }) => names[0] === name)?.versions ?? 'all';
  return versionsIn(versions).has(version);
}
