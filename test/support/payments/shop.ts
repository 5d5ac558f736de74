/** A server at which people pay by card, and its customers. */
import { newRowId } from '../../../src/platform/lib/id.ts';
import { type ConsoleClient, signedIn } from '../clients/console-client.ts';
import { startTestApp, type TestApp } from '../servers/app.ts';
import { type StripeServer, startStripeServer, webhookSecret } from './stripe-server.ts';

export const shopUrl = 'https://pictures.example.com';

export interface Shop {
  readonly kinora: TestApp;
  readonly stripe: StripeServer;
  readonly operator: ConsoleClient;
  /** The owner of a new account without credit. */
  newCustomer(name?: string): Promise<Customer>;
}

export type Customer = ConsoleClient & { readonly accountId: string; readonly email: string };

/** The settings of a server that takes cards. */
export const stripeSettings = ({ url }: Pick<StripeServer, 'url'>) => ({
  KINORA_BASE_URL: shopUrl,
  KINORA_STRIPE_SECRET_KEY: 'sk_test_kinora',
  KINORA_STRIPE_WEBHOOK_SECRET: webhookSecret,
  KINORA_STRIPE_URL: url,
});

export async function startShop(settings: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const stripe = await startStripeServer();
  const kinora = await startTestApp({
    settings: {
      ...stripeSettings(stripe),
      KINORA_OPENING_BALANCE: '0',
      ...settings,
    },
  });
  const operator = await signedIn(kinora, 'operator');
  return {
    kinora,
    stripe,
    operator,
    newCustomer: async (name = `Customer ${newRowId()}`) => {
      const { id } = await operator.done('account create', { name });
      return signedIn(kinora, 'owner', id);
    },
  };
}

export const readAvailable = async (customer: ConsoleClient): Promise<number> =>
  Number((await customer.done('account balance')).available);
