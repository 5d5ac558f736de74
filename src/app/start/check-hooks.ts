/** Which addresses may be hooks of this process. */
import { reasonTexts } from '@kinora/shared/errors/reason';
import type { Config } from '../../platform/config/config.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { openAddressCheck } from '../../platform/lib/network/public-address.ts';
import { SafeFetchError } from '../../platform/lib/network/safe-fetch-error.ts';
import { checkHookUrl } from '../../core/webhooks/check-hook-url.ts';

/** Returns the address in normal form. Throws AppError `field_invalid`. */
export function openHookCheck({ allowedNetworks }: Pick<Config, 'allowedNetworks'>) {
  const isAllowed = openAddressCheck(allowedNetworks);
  return (url: string, param: string): string => {
    try {
      return checkHookUrl(url, isAllowed);
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error;
      throw new AppError('field_invalid', { param, ...reasonTexts(error.reason) });
    }
  };
}
