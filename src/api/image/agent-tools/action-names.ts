/** The names of all actions that results can have, so that the schema of a tool lists them. */
import type { Operation } from '@kinora/shared/models/model-card';
import { listButtons, type ButtonConditions } from '../wire/buttons.ts';
import { clipKinds, nameAction } from './task-actions.ts';

/** A result with as many actions as possible. */
const base = { job: '', width: 1024, height: 768, seconds: 5 } as const;
const results: readonly Pick<ButtonConditions, 'result' | 'candidates' | 'version' | 'enhancement'>[] = [
  { result: 'grid', candidates: 10, version: '7', enhancement: undefined },
  { result: 'picture', candidates: 1, version: '7', enhancement: undefined },
  { result: 'picture', candidates: 1, version: '5', enhancement: undefined },
  { result: 'picture', candidates: 1, version: '7', enhancement: 'creative' },
  { result: 'clips', candidates: 4, version: '7', enhancement: undefined },
];
const wide = { width: 768, height: 1024 } as const;

export function imageActions(operations: ReadonlySet<Operation>): readonly string[] {
  return namesFor(operations, false);
}

export function clipActions(operations: ReadonlySet<Operation>): readonly string[] {
  return namesFor(operations, true);
}

function namesFor(operations: ReadonlySet<Operation>, isClip: boolean): readonly string[] {
  const abilities = { operations, canEnlarge: () => true, canRepaint: () => true };
  const buttons = results.flatMap(result =>
    [base, { ...base, ...wide }].flatMap(size => listButtons({ ...size, ...result, ...abilities })),
  );
  const names = buttons
    .filter(({ followUp }) => clipKinds.includes(followUp.kind) === isClip)
    .flatMap(({ followUp }) => nameAction(followUp)?.[0] ?? []);
  return [...new Set(names)];
}
