/** The responses of the fake, in the formats of the recordings. */
import type { FakeJob, FakeQueue } from './fake-queue.ts';

const time = 1_795_341_452_188;

/** `GET /api/jobs/{id}` */
export function jobAnswer(job: FakeJob): object {
  const head = { id: job.id, status: job.state, priority: job.number, create_time: time };
  if (job.state === 'pending' || job.state === 'in_progress')
    return { ...head, outputs_count: 0, previewable_outputs_count: 0 };
  const count = Object.keys(job.outputs).length;
  const error = job.messages.find(([type]) => type === 'execution_error')?.[1];
  return {
    ...head,
    execution_start_time: time,
    execution_end_time: time,
    ...(error && { execution_error: error }),
    outputs_count: count,
    previewable_outputs_count: count,
    ...(count > 0 && { preview_output: previewOutput(job) }),
    outputs: job.outputs,
    execution_status: jobStatus(job),
    workflow: { prompt: job.graph, extra_data: extraData(job) },
  };
}

/** `GET /history/{id}`: empty until the prompt has ended. */
export function historyAnswer(job: FakeJob | undefined): object {
  if (!job) return {};
  const nodes = Object.keys(job.outputs);
  const meta = nodes.map(id => [id, { node_id: id, display_node: id, parent_node: null, real_node_id: id }]);
  return {
    [job.id]: {
      prompt: [job.number, job.id, job.graph, extraData(job), nodes],
      outputs: job.outputs,
      status: jobStatus(job),
      meta: Object.fromEntries(meta),
    },
  };
}

export function queueAnswer({ running, waiting }: FakeQueue): object {
  const item = (job: FakeJob) => [job.number, job.id, job.graph, extraData(job), []];
  return { queue_running: running ? [item(running)] : [], queue_pending: waiting.map(item) };
}

export function systemAnswer(version: string): object {
  const memory = { vram_total: 25_276_518_400, vram_free: 24_134_168_576 };
  return {
    system: { os: 'linux', comfyui_version: version },
    devices: [{ name: 'cpu', type: 'cpu', index: null, ...memory }],
  };
}

function jobStatus({ state, messages }: FakeJob): object {
  const isDone = state === 'completed';
  return { status_str: isDone ? 'success' : 'error', completed: isDone, messages };
}

function extraData({ clientId = '' }: FakeJob): object {
  return { client_id: clientId, create_time: time };
}

function previewOutput({ outputs }: FakeJob): object | undefined {
  const [nodeId, output] = Object.entries(outputs)[0] ?? [];
  const [file] = (output?.['images'] as object[] | undefined) ?? [];
  return file && { ...file, nodeId, mediaType: 'images' };
}
