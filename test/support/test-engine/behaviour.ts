/** How a backend of the test engine behaves. A test changes it while the backend works. */
import { z } from 'zod';

export const startResponses = [
  'accept',
  /** Answers this status; the job was not accepted. */
  'refuse503',
  'refuse429',
  'refuse401',
  'refuse403',
  'bad400',
  /** Never answers, and did not accept the job. */
  'hang',
  /** Closes the connection without reading the job. */
  'reset',
  /** Accepts the job, and closes the connection before it answers. */
  'acceptThenReset',
] as const;

export const behaviourSchema = z.strictObject({
  /** How long it works on a job that begins from now on. */
  secondsPerJob: z.number().min(0).max(86_400),
  /** How many jobs it works on at a time. The others wait in its queue, in the order of their starts. */
  slots: z.int().min(0),
  /** The share of the jobs that fail at their end. Which ones depends on the seed and the order of the starts alone. */
  failShare: z.number().min(0).max(1),
  failWith: z.enum(['error', 'rejected', 'content']),
  onStart: z.enum(startResponses),
  /** `onStart` applies to this number of starts, and the following ones are accepted. Absent: to all. */
  startsAffected: z.int().min(0).nullish(),
  /** What a succeeded job costs, as decimal text, reported with its result. Absent: nothing is reported. */
  cost: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,6})?$/)
    .nullish(),
  /** The API key that each request must bear. Absent: none. */
  key: z.string().nullish(),
  /** What it says it has. Jobs for other models are accepted too. */
  models: z.array(z.string()),
  /** Whether a start key that it knows returns the job of the first start. Otherwise it is another job. */
  deduplicates: z.boolean(),
  /** Otherwise a job that has not ended cannot be cancelled: 409. */
  canCancel: z.boolean(),
  /** Whether `restart()` forgets all jobs. */
  losesJobs: z.boolean(),
});

export type Behaviour = z.infer<typeof behaviourSchema>;

/** A change, as another process sends it. Fields that are missing stay as they are; null removes a value. */
export const behaviourChangeSchema = behaviourSchema.partial();

/** Accepts everything, works on four jobs at a time, and needs no time. */
export function defaultBehaviour(): Behaviour {
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
