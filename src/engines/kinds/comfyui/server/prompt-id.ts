/** The id of a prompt, from the key of its start, so that it is found again without having been stored. */
import { z } from 'zod';
import { sha256 } from '../../../../platform/lib/id.ts';

/** What is stored with the task: everything else follows from the id. */
export const handleShape = z.object({ id: z.uuid() });

/**
 * ComfyUI accepts canonical UUIDs in lower case only. Version 8 is for custom ids (RFC 9562).
 */
export function toPromptId(key: string): string {
  const bytes = sha256(key).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
