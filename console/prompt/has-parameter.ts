/** Whether a model version has a parameter. Parameters that it lacks are not offered. */
import { parameterTable, type ParameterName } from '@kinora/shared/prompt/parameter-table';
import { versionsIn } from '@kinora/shared/prompt/image-versions';

export function hasParameter(name: ParameterName, version: string): boolean {
  const versions = parameterTable.find(({ names }) => names[0] === name)?.versions ?? 'all';
  return versionsIn(versions).has(version);
}
