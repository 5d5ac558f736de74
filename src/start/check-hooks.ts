/** Which addresses may be hooks of this process. */
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { openAddressCheck } from '../lib/network/public-address.ts';
import { SafeFetchError } from '../lib/network/safe-fetch-error.ts';
import { checkHookUrl } from '../webhooks/check-hook-url.ts';

/** As it will be posted to; throws AppError `field_invalid`. */
export function openHookCheck({ allowedNetworks }: Pick<Config, 'allowedNetworks'>) {
  const isAllowed = openAddressCheck(allowedNetworks);
  return (asked: string, param: string): string => {
    try {
      return checkHookUrl(asked, isAllowed);
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error;
      throw new AppError('field_invalid', { param, reason: error.message });
    }
  };
}
