/** How another process sets the behavior of a backend and reads its counts. No key is needed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { behaviorChangeSchema, type Behavior } from './behavior.ts';
import { send } from './send.ts';

/** The part of a backend that it needs. */
export interface ControlledBackend {
  readonly url: string;
  readonly behavior: Behavior;
  readonly counts: object;
  readonly received: readonly object[];
  change(change: Partial<Behavior>): void;
  comeUp(): Promise<void>;
  goDown(): Promise<void>;
  restart(): Promise<void>;
  finishRunning(): void;
}

export interface ControlCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Method and last path segment, such as `PUT behavior`. */
  readonly route: string;
}

/**
 * `PUT behavior` (missing fields stay unchanged), `GET behavior`, `GET stats`, and `POST up`, `down`,
 * `restart` and `finish`. False if it is none of them.
 */
export async function answerControl(
  backend: ControlledBackend,
  { request, response, route }: ControlCall,
): Promise<boolean> {
  if (route === 'PUT behavior') {
    const { data, error } = behaviorChangeSchema.safeParse(await json(request));
    if (error) send(response, 400, { error: error.message });
    else backend.change(data);
    if (data) send(response, 200, backend.behavior);
  } else if (route === 'GET behavior') send(response, 200, backend.behavior);
  else if (route === 'GET stats') send(response, 200, { ...backend.counts, received: backend.received });
  else return answerCommand(backend, response, route);
  return true;
}

async function answerCommand(
  backend: ControlledBackend,
  response: ServerResponse,
  route: string,
): Promise<boolean> {
  if (route === 'POST up') await backend.comeUp();
  else if (route === 'POST down') await backend.goDown();
  else if (route === 'POST restart') await backend.restart();
  else if (route === 'POST finish') backend.finishRunning();
  else return false;
  send(response, 200, { url: backend.url });
  return true;
}
