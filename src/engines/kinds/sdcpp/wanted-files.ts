/** What a step asks for. JSON, because it is part of a handle. */
import type { Json } from '../../contract/json.ts';
import type { Step } from '../../contract/steps/step.ts';
import type { ExpectedFiles } from './job-files.ts';

export function toExpectedFiles(step: Step): ExpectedFiles & { [key: string]: Json } {
  const { primitive } = step;
  if (primitive === 'clip') return { count: 1, size: { width: step.width, height: step.height } };
  return { count: 'count' in step ? step.count : 1 };
}
