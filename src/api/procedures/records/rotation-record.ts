/** A rotation of the secret key. */
import { z } from 'zod';
import type { Rotation } from '../../../core/catalogue/secrets/rotate-secrets.ts';
import { count } from './values.ts';

export const rotationRecord = z.strictObject({
  reencrypted: count.describe('Number of secrets that were encrypted with the current key.'),
  already_current: count.describe('Number of secrets that already were.'),
  unusable: z.array(z.string()).describe('Engines whose secret must be entered again.'),
});

export function toRotationRecord({ reencrypted, alreadyCurrent, unusable }: Rotation) {
  return { reencrypted, already_current: alreadyCurrent, unusable };
}
