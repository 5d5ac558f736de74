/**
 * A prompt as a server knows it: from `/api/jobs/{id}`, or from `/queue` and
 * `/history/{id}` of builds before 0.5.1.
 */
import { z } from 'zod';

export interface JobRecord {
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** What each output node saved or showed, by node id. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The ids of the nodes marked `$out`. Empty if none is marked. */
  readonly markedNodes: readonly string[];
  readonly error: JobError | undefined;
}

/** The error of the node that failed. */
export interface JobError {
  readonly nodeClass: string | undefined;
  /** The class of the exception, such as `OutOfMemoryError`. */
  readonly type: string | undefined;
  readonly message: string | undefined;
}

const errorShape = z
  .object({
    node_type: z.string().nullish(),
    exception_type: z.string().nullish(),
    exception_message: z.string().nullish(),
  })
  .transform((error): JobError => ({
    nodeClass: error.node_type ?? undefined,
    type: error.exception_type?.split('.').at(-1),
    message: error.exception_message ?? undefined,
  }));
const outputsShape = z.record(z.string(), z.record(z.string(), z.unknown()));
const graphShape = z.record(
  z.string(),
  z.object({ _meta: z.object({ title: z.string().optional() }).optional() }),
);

const states = {
  pending: 'waiting',
  in_progress: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

/** `GET /api/jobs/{id}` */
export const jobShape = z
  .object({
    status: z.enum(['pending', 'in_progress', 'completed', 'failed', 'cancelled']),
    outputs: outputsShape.nullish(),
    execution_error: errorShape.nullish().catch(undefined),
    workflow: z.object({ prompt: graphShape.nullish().catch(undefined) }).nullish(),
  })
  .transform((job): JobRecord => ({
    state: states[job.status],
    outputs: job.outputs ?? {},
    markedNodes: findMarkedNodes(job.workflow?.prompt),
    error: job.execution_error ?? undefined,
  }));

const messageShape = z.tuple([z.string(), z.unknown()]);

/** An entry of `GET /history/{id}` */
export const historyShape = z
  .object({
    prompt: z.tuple([z.unknown(), z.unknown(), graphShape.catch({})], z.unknown()),
    outputs: outputsShape,
    status: z
      .object({ status_str: z.string().nullish(), messages: z.array(messageShape).catch([]) })
      .nullish(),
  })
  .transform(({ prompt, outputs, status }): JobRecord => {
    const find = (name: string) => status?.messages.find(([type]) => type === name)?.[1];
    const failed = status?.status_str === 'error';
    const cancelled = failed && find('execution_interrupted') !== undefined;
    return {
      state: cancelled ? 'cancelled' : failed ? 'failed' : 'done',
      outputs,
      markedNodes: findMarkedNodes(prompt[2]),
      error: errorShape.safeParse(find('execution_error')).data,
    };
  });

/** `[number, id, …]`, and the graph, which is not read. */
const queueItemShape = z.tuple([z.unknown(), z.string()], z.unknown()).transform(([, id]) => id);

/** The ids in `GET /queue`. */
export const queueShape = z.object({
  queue_running: z.array(queueItemShape),
  queue_pending: z.array(queueItemShape),
});

function findMarkedNodes(graph: z.infer<typeof graphShape> | null | undefined): string[] {
  return Object.entries(graph ?? {}).flatMap(([id, { _meta: meta }]) =>
    /\$out(?![A-Za-z0-9])/.test(meta?.title ?? '') ? [id] : [],
  );
}
