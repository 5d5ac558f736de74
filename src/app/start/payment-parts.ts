/** The payment providers that are configured, and what procedures and routes need of payments. */
import type { PaymentProvider } from '../../core/payments/payment-provider.ts';
import { openEpay } from '../../core/payments/providers/epay.ts';
import type { Config } from '../../platform/config/config.ts';

export async function paymentParts(config: Config) {
  return {
    payments: await openProviders(config),
    topUp: {
      amounts: config.topUpAmounts,
      minMicros: config.topUpMinMicros,
      maxMicros: config.topUpMaxMicros,
    },
    publicUrl: config.baseUrl,
  };
}

type PaymentConfig = Pick<
  Config,
  | 'currency'
  | 'stripeSecretKey'
  | 'stripeWebhookSecret'
  | 'stripeUrl'
  | 'epayUrl'
  | 'epayId'
  | 'epayKey'
  | 'epayMethods'
  | 'epayPriceMicros'
>;

/** The library of Stripe is loaded only where it is used: it takes a second. */
async function openProviders(config: PaymentConfig): Promise<readonly PaymentProvider[]> {
  const { currency, stripeSecretKey, stripeWebhookSecret, stripeUrl } = config;
  const { epayUrl, epayId, epayKey, epayMethods, epayPriceMicros } = config;
  const providers: PaymentProvider[] = [];
  if (stripeSecretKey !== undefined && stripeWebhookSecret !== undefined) {
    const { openStripe } = await import('../../core/payments/providers/stripe.ts');
    providers.push(
      openStripe({
        secretKey: stripeSecretKey,
        webhookSecret: stripeWebhookSecret,
        url: stripeUrl,
        currency,
      }),
    );
  }
  if (epayUrl !== undefined && epayId !== undefined && epayKey !== undefined)
    providers.push(
      openEpay({
        url: epayUrl,
        merchantId: epayId,
        key: epayKey,
        methods: epayMethods,
        priceMicros: epayPriceMicros,
      }),
    );
  return providers;
}
