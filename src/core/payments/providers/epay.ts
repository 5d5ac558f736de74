/**
 * Gateways with the Epay protocol, which Chinese operators use. A payment is a signed address, a notification
 * a signed request, by GET and with some gateways by POST, that wants the answer `success`. The signature is
 * an MD5 of the sorted parameters and the merchant's key, as the protocol has it:
 * https://github.com/Calcium-Ion/go-epay, November 2026.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { formatMicros, type Micros, parseMicros } from '@kinora/shared/money';
import { InvalidNotification, type PaymentNotice, type PaymentProvider } from '../payment-provider.ts';

export interface EpaySettings {
  readonly url: string;
  readonly merchantId: string;
  readonly key: string;
  readonly methods: readonly string[];
  /** What one unit of credit costs in yuan, in millionths. */
  readonly priceMicros: Micros;
}

const currency = 'CNY';

export function openEpay({ url, merchantId, key, methods, priceMicros }: EpaySettings): PaymentProvider {
  return {
    name: 'epay',
    methods,
    currency,
    unitMicros: 10_000n,
    priceMicros,
    acknowledgement: 'success',
    plans: undefined,
    async checkout({ payment: { id, method, amountMicros }, returnUrl, notifyUrl, title }) {
      const parameters = {
        pid: merchantId,
        type: method,
        out_trade_no: id,
        notify_url: notifyUrl,
        return_url: returnUrl,
        name: title,
        money: formatMicros(amountMicros),
      };
      const signed = { ...parameters, sign: signParameters(parameters, key), sign_type: 'MD5' };
      return `${url}/submit.php?${new URLSearchParams(signed)}`;
    },
    async read({ method, query, body }) {
      const text = method === 'POST' ? Buffer.from(body).toString('utf8') : query;
      const parameters = Object.fromEntries(new URLSearchParams(text));
      if (!isGenuine(parameters, key) || parameters['pid'] !== merchantId)
        throw new InvalidNotification('The signature or the merchant of the notification is wrong');
      return readNotice(parameters);
    },
  };
}

type Parameters = Readonly<Record<string, string>>;

function signParameters(parameters: Parameters, key: string): string {
  const text = Object.entries(parameters)
    .filter(([name, value]) => value !== '' && name !== 'sign' && name !== 'sign_type')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHash('md5')
    .update(text + key)
    .digest('hex');
}

function isGenuine(parameters: Parameters, key: string): boolean {
  const actual = Buffer.from((parameters['sign'] ?? '').toLowerCase());
  const expected = Buffer.from(signParameters(parameters, key));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function readNotice(parameters: Parameters): PaymentNotice | undefined {
  const { trade_no: trade = '', out_trade_no: paymentId, trade_status: status, money = '' } = parameters;
  if (status !== 'TRADE_SUCCESS' || !/^\d{1,9}(\.\d{1,6})?$/.test(money)) return undefined;
  const fact = { kind: 'paid', amountMicros: parseMicros(money), currency } as const;
  return { id: `${trade || paymentId} ${money}`, paymentId, reference: trade || undefined, fact };
}
