/** What a gateway with the Epay protocol reports, signed as it signs it. */
import { createHash } from 'node:crypto';

export const epay = { id: '1001', key: 'key-of-the-merchant' };

/** The settings of a server that takes payments by Alipay. */
export const epaySettings = {
  KINORA_EPAY_URL: 'https://pay.example.cn',
  KINORA_EPAY_ID: epay.id,
  KINORA_EPAY_KEY: epay.key,
  KINORA_EPAY_PRICE: '7.2',
};

export function signEpay(parameters: Readonly<Record<string, string>>, key = epay.key): URLSearchParams {
  const text = Object.entries(parameters)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const sign = createHash('md5').update(`${text}${key}`).digest('hex');
  return new URLSearchParams({ ...parameters, sign, sign_type: 'MD5' });
}
