/**
 * A step engine of a provider that answers a request with the result itself. The request is held in this
 * process, and its answer is kept in the spool. A request that was or may have been accepted is never sent
 * again.
 */
import { maxStepBytes } from '../http/answer-limits.ts';
import type { EngineError } from '../../contract/engine-error.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import type { HttpClient, HttpResponse } from '../http/http-client.ts';
import { paidStartFailure } from '../http/http-failures.ts';
import { type HeldAnswer, HeldAnswers } from '../answers/held-answers.ts';
import type { Step } from '../../contract/steps/step.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import type { JobRequest } from './job-protocol.ts';

/**
 * An adapter only translates between steps and the wire of its provider. Every method may throw EngineError.
 */
export interface AnswerProtocol {
  /** Throws `engine_rejected`, `notStarted`, for a step that the provider cannot do. */
  toRequest(step: Step): JobRequest;
  /** Reads a 2xx answer. */
  readAnswer(answer: HttpResponse, step: Step): Promise<HeldAnswer>;
  /**
   * Reads a failure that the status alone does not show, such as refused contents. Returns undefined if the
   * status is enough (http/http-failures.ts).
   */
  startFailure?(answer: HttpResponse): EngineError | undefined;
}

export interface AnswerEngineDependencies {
  readonly protocol: AnswerProtocol;
  readonly client: HttpClient;
  readonly options: Pick<InstanceOptions, 'name' | 'slots' | 'spool'>;
}

const defaultSlots = 4;

export function openAnswerEngine({ protocol, client, options }: AnswerEngineDependencies): StepEngine {
  const { name, slots = defaultSlots, spool } = options;
  const answers = new HeldAnswers(spool);
  return {
    name,
    digitalSourceType: 'trainedAlgorithmicMedia',
    stepsAtOnce: 4,
    traits: { slots, local: true, isPaid: true, afterUnknownStart: 'never', canCancel: false },
    start: async (step, key, signal) => {
      const request = protocol.toRequest(step);
      return answers.start(
        key,
        async call => {
          const limits = { timeoutMs: Number.POSITIVE_INFINITY, maxBytes: maxStepBytes(step) };
          const answer = await client.send({ method: 'POST', ...request, ...call, ...limits });
          if (!answer.isOk) throw protocol.startFailure?.(answer) ?? paidStartFailure(answer, client);
          return protocol.readAnswer(answer, step);
        },
        signal,
      );
    },
    ...answers.methods(),
    close: async () => {
      answers.close();
      client.close();
    },
  };
}
