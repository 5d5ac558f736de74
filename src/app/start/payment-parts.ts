/** The payment providers that are configured, and what procedures and routes need of payments. */
import type { PaymentProvider } from '../../core/payments/payment-provider.ts';
import { openStripe } from '../../core/payments/providers/stripe.ts';
import { openEpay } from '../../core/payments/providers/epay.ts';
import type { ReceiptTerms } from '../../core/payments/receipts/receipt.ts';
import type { Config } from '../../platform/config/config.ts';

export function paymentParts(config: Config) {
  return {
    payments: openProviders(config),
    receiptTerms: receiptTerms(config),
    referralMicros: config.referralMicros,
    topUp: {
      amounts: config.topUpAmounts,
      minMicros: config.topUpMinMicros,
      maxMicros: config.topUpMaxMicros,
    },
    publicUrl: config.baseUrl,
  };
}

function receiptTerms({
  sellerName,
  sellerAddress,
  sellerTaxId,
  taxName,
  taxPercentMicros,
}: Config): ReceiptTerms {
  const address = (sellerAddress ?? '').replaceAll('\\n', '\n');
  return {
    seller: { name: sellerName ?? '', address, taxId: sellerTaxId ?? '', email: '' },
    tax: taxName === undefined ? undefined : { name: taxName, percentMicros: taxPercentMicros },
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

function openProviders(config: PaymentConfig): readonly PaymentProvider[] {
  const { currency, stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret, stripeUrl } = config;
  const { epayUrl, epayId, epayKey, epayMethods, epayPriceMicros } = config;
  const providers: PaymentProvider[] = [];
  if (secretKey !== undefined && webhookSecret !== undefined)
    providers.push(openStripe({ secretKey, webhookSecret, url: stripeUrl, currency }));
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
