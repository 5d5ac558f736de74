/** node list. */
import { z } from 'zod';
import { listNodes } from '../../../core/operate/nodes.ts';
import { procedure } from '../procedure.ts';
import { nodeRecord } from '../records/operate-record.ts';

export const nodeProcedures = [
  procedure({
    name: 'node list',
    description: 'List the processes that use this database, with their versions and builds.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: z.array(nodeRecord),
    run: async ({ db }) =>
      (await listNodes(db)).map(({ build = null, startedAt, seenAt, ...node }) => ({
        ...node,
        build,
        started: startedAt.toISOString(),
        seen: seenAt.toISOString(),
      })),
  }),
];
