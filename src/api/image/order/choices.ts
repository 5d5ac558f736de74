/**
 * Buttons that choose one candidate of a result. Each can be chosen once: pressing the button
 * again returns the same task.
 */

export function isChoice(customId: string | undefined): boolean {
  return /^MJ::JOB::(?:upsample|video_virtual_upscale)::/.test(customId ?? '');
}

/** The key that makes two submits of the same choice one task. */
export function choiceKey(parentId: string, candidate: number): string {
  return `select:${parentId}:${candidate}`;
}
