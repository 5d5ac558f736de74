/** What Kinora adds before and after the engine's own time, one task at a time. */
import { openConnections, requestBytes } from './connections.ts';
import { sharedNowMs } from './child.ts';
import { askUntilEnded, startKinora, submitOne } from './kinora.ts';
import { median } from './median.ts';
import { atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const tasks = 50;
const warmUpTasks = 10;
/**
 * These times hold for a machine on which version e715b58b takes 29 ms with files. On another machine,
 * compare with that version: see README.md.
 */
const targetsMs = { started: 5, seen: 5, files: 15 };

type Moments = Readonly<Record<string, number>>;

export const latency: Topic = {
  name: 'latency',
  run: async parts => {
    const kinora = await startKinora(parts);
    const connections = await openConnections(kinora.port, 1);
    const submission = {
      path: '/mj/submit/imagine',
      key: kinora.imageKey,
      json: { prompt: 'x --v 1' },
    } as const;
    const taskMoments: Moments[] = [];
    for (let index = 0; index < warmUpTasks + tasks; index++) {
      const sentMs = sharedNowMs();
      const poll = requestBytes(await submitOne(connections, submission));
      const acceptedMs = sharedNowMs();
      const status = await askUntilEnded(connections, poll);
      if (status !== 'SUCCESS') throw new Error(`A task ended as ${status}`);
      const seenMs = sharedNowMs();
      if (index >= warmUpTasks)
        taskMoments.push({
          ...(await kinora.ask<Moments>('moments')),
          sent: sentMs,
          accepted: acceptedMs,
          seen: seenMs,
        });
    }
    connections.close();
    return toRows(taskMoments);
  },
};

function toRows(taskMoments: readonly Moments[]): Row[] {
  const between = (from: string, to: string) =>
    median(taskMoments.map(moments => (moments[to] ?? Number.NaN) - (moments[from] ?? Number.NaN)));
  const files = between('opened', 'saved');
  const afterDone = taskMoments.map(
    ({ done: doneMs = 0, seen: seenMs = 0, opened: openedMs = 0, saved: savedMs = 0 }) =>
      seenMs - doneMs - (savedMs - openedMs),
  );
  const parts = `to worker ${between('done', 'opened').toFixed(1)}, files ${files.toFixed(1)}, books ${between('saved', 'ended').toFixed(1)}`;
  const row = (label: string, value: number, more: { target?: number; note?: string } = {}) =>
    atMost(label, { value, unit: 'ms', ...more });
  return [
    row('submit sent -> accepted', between('sent', 'accepted')),
    row('submit sent -> engine started', between('sent', 'started')),
    row('accepted -> engine started', between('accepted', 'started'), { target: targetsMs.started }),
    row('engine done -> seen by a poller, files of a 256x256 grid included', between('done', 'seen'), {
      target: targetsMs.files,
      note: parts,
    }),
    row('engine done -> seen by a poller, without the work on files', median(afterDone), {
      target: targetsMs.seen,
    }),
  ];
}
