/** Prints what discovery found: a line for each program, and the command that adds one. */
import type { DiscoveryRecord, FoundRecord } from '../../api/procedures/records/discovery-record.ts';
import { without } from '../../platform/lib/without.ts';
import type { Row } from './readable.ts';

export function discoveryLines(result: Row): Row {
  const { message, host, found: programs, added: addedEngine } = result as unknown as DiscoveryRecord;
  if (addedEngine) {
    const { engine, models, test } = addedEngine;
    // A terminal shows no pictures.
    return { message, engine, models, test: test && without(test, ['picture', 'message']) };
  }
  const newProgram = programs.find(({ state }) => state === 'new');
  const hostOption = host === '127.0.0.1' ? '' : ` --host ${host}`;
  return {
    message,
    found: programs.map(describeProgram).join('\n'),
    ...(newProgram && { next: `kinora engine discover${hostOption} --add ${newProgram.name}` }),
  };
}

/** `webui: Forge at http://127.0.0.1:7860. It can be added. Models: painter.` */
function describeProgram({ name, title, program, url, message, models }: FoundRecord): string {
  const description = `${program ?? title ?? 'unknown program'} at ${url}. ${message}`;
  const modelsText =
    models.length > 0 ? ` Models: ${models.map(({ upstream }) => upstream).join(', ')}.` : '';
  return `${name === null ? '' : `${name}: `}${description}${modelsText}`;
}
