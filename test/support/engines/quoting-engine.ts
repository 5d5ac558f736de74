/** Engines that fail and quote the prompt in the error: in this process, and over HTTP for the adapters. */
import { reason } from '@kinora/shared/errors/reason';
import { text } from 'node:stream/consumers';
import { serve } from '../servers/serve.ts';
import { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';

type FailureRule = (prompt: string) => unknown;

/** What a start throws, by a word in the prompt. */
export const startFailures: Readonly<Record<string, FailureRule>> = {
  rejected: prompt => new EngineError('engine_rejected', reason('rejected', { said: prompt })),
  caused: prompt => new EngineError('engine_error', reason('failed'), { cause: `no ${prompt}` }),
  foreign: prompt => new Error(`no ${prompt}`, { cause: new Error(prompt) }),
  parsed: prompt => new SyntaxError(`Unexpected token in ${prompt}`),
  property: prompt =>
    Object.assign(new TypeError(`cannot ${JSON.stringify(prompt)}`), { prompt, input: prompt }),
  thrown: prompt => prompt,
};

export function quotingEngine(name: string): Engine {
  return {
    name,
    digitalSourceType: 'trainedAlgorithmicMedia',
    traits: { slots: 4, local: false, afterUnknownStart: 'repeat' },
    start: async ({ prompt }: EngineJob) => {
      const fails = Object.entries(startFailures).find(([word]) => prompt.includes(word))?.[1];
      if (fails) throw fails(prompt);
      return { prompt };
    },
    check: async handle => {
      const { prompt } = handle as { prompt: string };
      if (prompt.includes('unclear'))
        throw new EngineError('engine_error', reason('workflow_rejected', { faults: prompt }), {
          cause: prompt,
        });
      return {
        state: 'failed',
        code: 'engine_error',
        reason: reason('failed', { said: prompt }),
        cause: prompt,
        retryable: false,
      };
    },
    open: async () => new Uint8Array(),
    cancel: async handle => {
      throw new Error((handle as { prompt: string }).prompt);
    },
    close: async () => {},
  };
}

/**
 * Responds to every request with the status at the end of its base URL, and with the request's
 * content. Closed automatically.
 */
export async function startQuotingServer(): Promise<string> {
  return serve(async (request, response) => {
    const echo = `${request.headers.authorization} ${await text(request)}`;
    const status = Number(/^\/(\d+)/.exec(request.url ?? '')?.[1]);
    const errorBody = { message: echo, type: echo, code: echo };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      status === 200 ? echo : JSON.stringify({ error: errorBody, detail: [{ msg: echo }], errors: echo }),
    );
  });
}
