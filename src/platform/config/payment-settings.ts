/** Settings of payments: a part of the table in settings.ts. */
import { moneyList, nameList } from './list-kinds.ts';
import { anyText, httpUrl, money, secretText } from './setting-kinds.ts';

export const paymentSettings = {
  KINORA_STRIPE_SECRET_KEY: {
    ...secretText,
    to: 'stripeSecretKey',
    default: '',
    en: 'Secret or restricted key of Stripe. With it, accounts can top up by Stripe Checkout.',
    zh: 'Stripe 的密钥或受限密钥；设置后账户可通过 Stripe Checkout 充值。',
  },
  KINORA_STRIPE_WEBHOOK_SECRET: {
    ...secretText,
    to: 'stripeWebhookSecret',
    default: '',
    en: 'Signing secret of the webhook endpoint in Stripe, `whsec_…`, whose URL is `/payments/stripe` of this server.',
    zh: 'Stripe 中 webhook 端点的签名密钥 `whsec_…`，其地址为本服务器的 `/payments/stripe`。',
  },
  KINORA_STRIPE_URL: {
    ...httpUrl,
    to: 'stripeUrl',
    default: '',
    en: 'Address of the Stripe API, for tests with a server that imitates it. Empty: https://api.stripe.com.',
    zh: 'Stripe API 的地址，用于对接模拟服务器进行测试；留空为 https://api.stripe.com。',
  },
  KINORA_EPAY_URL: {
    ...httpUrl,
    to: 'epayUrl',
    default: '',
    en: 'Address of a payment gateway with the Epay protocol, without `/submit.php`. Its notifications go to `/payments/epay` of this server.',
    zh: '易支付网关的地址，不含 `/submit.php`；其异步通知发往本服务器的 `/payments/epay`。',
  },
  KINORA_EPAY_ID: {
    ...anyText,
    to: 'epayId',
    default: '',
    en: 'Merchant ID (`pid`) at the Epay gateway.',
    zh: '易支付的商户 ID（`pid`）。',
  },
  KINORA_EPAY_KEY: {
    ...secretText,
    to: 'epayKey',
    default: '',
    en: 'Merchant key at the Epay gateway, with which requests and notifications are signed.',
    zh: '易支付的商户密钥，用于签名请求和通知。',
  },
  KINORA_EPAY_METHODS: {
    ...nameList,
    to: 'epayMethods',
    default: 'alipay,wxpay',
    en: 'Payment methods (`type`) that the Epay gateway offers, comma-separated.',
    zh: '易支付网关提供的支付方式（`type`），以逗号分隔。',
  },
  KINORA_EPAY_PRICE: {
    ...money,
    to: 'epayPriceMicros',
    default: '1',
    en: 'What one unit of credit costs at the Epay gateway, in yuan: 7.2 if credit is in US dollars.',
    zh: '通过易支付购买一个单位余额的价格（人民币）；余额为美元时可设为 7.2。',
  },
  KINORA_TOP_UP_AMOUNTS: {
    ...moneyList,
    to: 'topUpAmounts',
    default: '5,10,20,50,100',
    en: 'Amounts of credit that are offered for a top-up, comma-separated.',
    zh: '充值时提供的金额，以逗号分隔。',
  },
  KINORA_REFERRAL_CREDIT: {
    ...money,
    to: 'referralMicros',
    default: '0',
    en: 'Credit that an account and the one that brought it get for its first payment. 0: none, and no referral links.',
    zh: '被推荐账户首次付款后，推荐双方各得的余额；0 表示不启用推荐。',
  },
  KINORA_TOP_UP_MIN: {
    ...money,
    to: 'topUpMinMicros',
    default: '1',
    en: 'Smallest top-up.',
    zh: '最小充值金额。',
  },
  KINORA_TOP_UP_MAX: {
    ...money,
    to: 'topUpMaxMicros',
    default: '1000',
    en: 'Largest top-up.',
    zh: '最大充值金额。',
  },
} as const;

interface PaymentValues {
  readonly baseUrl: string | undefined;
  readonly stripeSecretKey: string | undefined;
  readonly stripeWebhookSecret: string | undefined;
  readonly epayUrl: string | undefined;
  readonly epayId: string | undefined;
  readonly epayKey: string | undefined;
}

/**
 * Payments require the secret of notifications, without which they would never become credit, and a base URL,
 * because the host of their return links must not come from a request.
 */
export function paymentProblems(values: PaymentValues): string[] {
  const { baseUrl, stripeSecretKey, stripeWebhookSecret, epayUrl, epayId, epayKey } = values;
  const stripe = [stripeSecretKey, stripeWebhookSecret];
  const epay = [epayUrl, epayId, epayKey];
  const isSet = (value: string | undefined) => value !== undefined;
  return [
    ...(stripe.some(isSet) && !stripe.every(isSet)
      ? ['KINORA_STRIPE_SECRET_KEY and KINORA_STRIPE_WEBHOOK_SECRET must be set together.']
      : []),
    ...(epay.some(isSet) && !epay.every(isSet)
      ? ['KINORA_EPAY_URL, KINORA_EPAY_ID and KINORA_EPAY_KEY must be set together.']
      : []),
    ...([...stripe, ...epay].some(isSet) && baseUrl === undefined
      ? ['Payments require KINORA_BASE_URL, to which people return and providers report.']
      : []),
  ];
}
