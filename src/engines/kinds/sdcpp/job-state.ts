/** What the native API answers: jobs and capabilities. */
import { z } from 'zod';

export const startedJob = z.object({ id: z.string().regex(/^[\w-]{1,200}$/) });

export const jobState = z.object({
  status: z.enum(['queued', 'generating', 'completed', 'failed', 'cancelled']),
  result: z
    .object({
      images: z.array(z.object({ b64_json: z.string() })).optional(),
      b64_json: z.string().optional(),
      fps: z.number().positive().optional(),
      frame_count: z.int().positive().optional(),
    })
    .nullish(),
  error: z.object({ code: z.string().optional(), message: z.string().optional() }).nullish(),
});
export type JobState = z.infer<typeof jobState>;

export const capabilities = z.object({
  model: z
    .object({ stem: z.string().default(''), name: z.string().default('') })
    .default({ stem: '', name: '' }),
  supported_modes: z.array(z.string()).default([]),
  limits: z.object({ max_queue_size: z.int().optional() }).default({}),
  features_by_mode: z
    .record(z.string(), z.object({ cancel_generating: z.boolean().default(false) }))
    .default({}),
});
export type Capabilities = z.infer<typeof capabilities>;
