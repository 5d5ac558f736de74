/**
 * The fake ComfyUI of the tests in a process of its own. It notes when a prompt arrives, and when it sends a
 * preview and the end. A prompt takes `workMs`, one after the other, so that the work of the server is over
 * only when its start has been stored.
 */
import { type FakeComfyui, startFakeComfyui } from '../test/support/comfyui/fake-comfyui.ts';
import type { FakeSocket } from '../test/support/comfyui/fake-socket.ts';
import { systemClock } from '@kinora/shared/clock';
import { answerQuestions, sharedNowMs } from './child.ts';

const workMs = 50;

/** The first prompt and preview since `forget`, and the last end. */
let moments: Record<string, number> = {};
const noteFirst = (name: string) => {
  moments[name] ??= sharedNowMs();
};

const fake = await startFakeComfyui();
fake.keepsConnections = true;
fake.addFile('CheckpointLoaderSimple', 'ckpt_name', 'sd_xl_base_1.0.safetensors');
noteEvents(fake);
answerQuestions(
  { url: fake.url },
  {
    forget: () => {
      moments = {};
    },
    moments: () => moments,
    hold: () => {
      fake.queue.isHeld = true;
    },
    release: () => fake.queue.release(),
    stop: () => fake.kill(),
  },
);

function noteEvents(fake: FakeComfyui): void {
  const { queue } = fake;
  const add = queue.add.bind(queue);
  const watchedSockets = new WeakSet<FakeSocket>();
  // From here on, the time counts as the server's own, such as for checking the prompt.
  fake.onRequest = route => {
    if (route === 'POST /prompt') noteFirst('started');
  };
  queue.add = job => {
    // The socket is there before the first prompt.
    for (const socket of fake.sockets.filter(one => !watchedSockets.has(one))) {
      watchedSockets.add(socket);
      noteSentMessages(socket, queue);
    }
    if (!queue.isHeld) work(queue);
    return add(job);
  };
}

/** The prompt that runs next, or runs already, ends after its time. */
function work(queue: FakeComfyui['queue']): void {
  queue.isHeld = true;
  void systemClock.sleep(workMs).then(() => queue.release());
}

function noteSentMessages(socket: FakeSocket, queue: FakeComfyui['queue']): void {
  const { sendFrame, sendText } = socket;
  socket.sendFrame = bytes => {
    noteFirst('preview');
    sendFrame(bytes);
  };
  socket.sendText = event => {
    const { type, data } = event as { type: string; data: { node?: unknown } };
    const isEnd = type === 'executing' && data.node === null;
    if (isEnd) moments['ended'] = sharedNowMs();
    if (isEnd && queue.waiting.length > 0) work(queue);
    sendText(event);
  };
}
