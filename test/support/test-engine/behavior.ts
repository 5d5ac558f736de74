/** How a backend of the test engine behaves. A test changes it while the backend works. */
import { z } from 'zod';

export const startResponses = [
  'accept',
  /** Responds with this status. The job was not accepted. */
  'refuse503',
  'refuse429',
  'refuse401',
  'refuse403',
  'refuse404',
  'bad400',
  /** Responds with this status, which does not say whether the job was accepted. It was not. */
  'fail500',
  /** Never responds. The job was not accepted. */
  'hang',
  /** Closes the connection without reading the job. */
  'reset',
  /** Accepts the job, and closes the connection before it responds. */
  'acceptThenReset',
] as const;

export const behaviorSchema = z.strictObject({
  /** How long it works on a job that starts from now on. */
  secondsPerJob: z.number().min(0).max(86_400),
  /** How many jobs it runs at a time. The others wait in its queue, in the order of their starts. */
  slots: z.int().min(0),
  /**
   * The share of the jobs that fail at their end. Which ones fail depends only on the seed
   * and the order of the starts.
   */
  failShare: z.number().min(0).max(1),
  failWith: z.enum(['error', 'rejected', 'content']),
  onStart: z.enum(startResponses),
  /** `onStart` applies to this number of starts, and later ones are accepted. Absent if it applies to all. */
  startsAffected: z.int().min(0).nullish(),
  /**
   * The cost of a successful job, as decimal text, reported with its result. Absent if no cost is reported.
   */
  cost: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,6})?$/)
    .nullish(),
  /** The API key that each request must contain. Absent if there is none. */
  key: z.string().nullish(),
  /** The models that it reports. Jobs for other models are accepted too. */
  models: z.array(z.string()),
  /** Whether a known start key returns the job of the first start. Otherwise it starts another job. */
  deduplicates: z.boolean(),
  /** Whether jobs in progress can be cancelled. Otherwise the response is 409. */
  canCancel: z.boolean(),
  /** Whether `restart()` loses all jobs. */
  losesJobs: z.boolean(),
});

export type Behavior = z.infer<typeof behaviorSchema>;

/** A change, as another process sends it. Missing fields stay unchanged; null removes a value. */
export const behaviorChangeSchema = behaviorSchema.partial();

/** Accepts everything, runs four jobs at a time, and needs no time. */
export function defaultBehavior(): Behavior {
  return {
    secondsPerJob: 0,
    slots: 4,
    failShare: 0,
    failWith: 'error',
    onStart: 'accept',
    models: ['test-model'],
    deduplicates: true,
    canCancel: true,
    losesJobs: true,
  };
}
