/** Tasks that do not exist for the caller, and buttons that a task does not offer. */
import fc from 'fast-check';
import { changeField, submit, type Fault } from './fault.ts';
import type { StandingTasks } from './standing-tasks.ts';

export function listTaskFaults(standing: StandingTasks): Fault[] {
  const fault = 'a task that is not there for this caller';
  const id = wrongId(standing);
  const anyId = fc.oneof(id, fc.constantFrom(standing.clip, '', ' '));
  return [
    { fault, path: submit('action'), change: changeField('taskId', fc.oneof(anyId, fc.maxSafeNat())) },
    { fault, path: submit('change'), change: changeField('taskId', anyId) },
    {
      fault,
      path: submit('simple-change'),
      change: changeField(
        'content',
        anyId.map(one => `${one} U1`),
      ),
    },
    {
      fault,
      path: submit('modal'),
      change: changeField('taskId', fc.oneof(anyId, fc.constantFrom(standing.grid.id, standing.solo.id))),
    },
    { fault, path: submit('video'), change: changeField('taskId', id, { image: undefined }) },
    {
      fault,
      path: submit('show'),
      change: changeField(
        'jobId',
        fc.oneof(
          id.filter(one => one !== standing.grid.job),
          fc.constant(''),
        ),
      ),
    },
  ];
}

export function wrongButtons({ grid, solo, foreignGrid, zoomModal }: StandingTasks): Fault[] {
  const fault = 'a button that is not offered';
  const customId = fc.oneof(
    fc
      .constantFrom('upsample::5::', 'upsample::0::', 'upsample::-1::', 'pan_left::1::', 'animate_high::1::')
      .map(verb => `MJ::JOB::${verb}${grid.job}`),
    fc.constantFrom('', 'MJ', 'MJ::JOB', '::', 'MJ::JOB::upsample', '__proto__', `MJ::BOOKMARK::${solo.job}`),
    fc.constant(`MJ::JOB::upsample::1::${foreignGrid.job}`),
    fc.string({ maxLength: 60 }).map(text => `MJ::${text.replaceAll('\0', '')}`),
    fc.integer({ min: 100, max: 20_000 }).map(length => 'MJ::'.repeat(length)),
  );
  const content = fc.oneof(
    fc.constantFrom('U5', 'U0', 'V', 'X1', 'R R', 'U11', 'U1 U2', '').map(verb => `${grid.id} ${verb}`),
    fc.constantFrom(
      '',
      'U1',
      grid.id,
      `${grid.id}U1`,
      ' '.repeat(50_000),
      `${'1'.repeat(50_000)} `,
      `${solo.id} U1`,
      `${zoomModal} R`,
    ),
  );
  return [
    { fault, path: submit('action'), change: changeField('customId', customId) },
    {
      fault,
      path: submit('action'),
      change: fc.constantFrom({ taskId: zoomModal }, { taskId: foreignGrid.id }, { taskId: solo.id }),
    },
    {
      fault,
      path: submit('change'),
      change: changeField('index', fc.constantFrom(0, -1, 5, '0', '9', null, 2 ** 40)),
    },
    { fault, path: submit('change'), change: fc.constantFrom({ taskId: solo.id }, { taskId: zoomModal }) },
    { fault, path: submit('simple-change'), change: changeField('content', content) },
    {
      fault,
      path: submit('video'),
      change: fc.constantFrom(
        { taskId: solo.id, action: 'extend' },
        { taskId: zoomModal },
        { taskId: grid.id, index: 9 },
        { taskId: grid.id, index: -1 },
      ),
    },
  ];
}

/** The id of no task of this account. */
export function wrongId({ foreignGrid, foreignClip, grid, clip }: StandingTasks): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      foreignGrid.id,
      foreignClip,
      `${grid.id}0`,
      grid.job,
      `${clip}x`,
      grid.id.slice(1),
      foreignGrid.job,
    ),
    fc.constantFrom(
      '0',
      '-1',
      'null',
      'NaN',
      '1e16',
      '*',
      '%',
      "' or '1'='1",
      '../../etc/passwd',
      '..',
      '{id}',
      ':id',
    ),
    fc.constantFrom('__proto__', 'constructor', 'toString', '٣٤٥', '１２３', '\u202e123', '😀', '1 or 1'),
    fc.uuid(),
    fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
    fc.stringMatching(/^[a-z0-9_-]{1,300}$/).map(text => `x${text}`),
    fc.integer({ min: 300, max: 3000 }).map(length => '9'.repeat(length)),
  );
}
