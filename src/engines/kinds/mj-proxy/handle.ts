/** What is stored with a task in progress. */
import { z } from 'zod';
import type { EngineHandle } from '../../contract/engine-handle.ts';

const handleShape = z.object({
  key: z.string(),
  /** `copy`: Kinora has the picture. `choose`: the candidate is chosen first. `make`: the job itself. */
  step: z.enum(['copy', 'choose', 'make']),
  /** The task of the upstream. Absent if it is about to be submitted, by the process that announced it. */
  id: z.string().exactOptional(),
  /** `announced`: about to be answered. `answered`: was, or may have been. */
  modal: z.enum(['none', 'announced', 'answered']),
  /**
   * The nonce of the process that announced the next submit, which knows it as long as it has not
   * sent it. Absent if it was not sent.
   */
  nonce: z.string().exactOptional(),
  /** The task that was made by the choice. */
  chosen: z.object({ id: z.string(), buttons: z.array(z.string()) }).exactOptional(),
  costMicros: z.number().exactOptional(),
});
export type MjHandle = z.infer<typeof handleShape>;

/** Returns undefined if it is none of this kind. */
export function readHandle(handle: EngineHandle): MjHandle | undefined {
  return handleShape.safeParse(handle).data;
}
