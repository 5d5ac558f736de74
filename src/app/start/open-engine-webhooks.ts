/** What happens to reports of providers in a process that serves the interfaces. */
import type { Database } from '../../platform/db/open.ts';
import { EngineError } from '../../engines/contract/engine-error.ts';
import type { EngineKind } from '../../engines/contract/kind/engine-kind.ts';
import { AppError } from '@kinora/shared/errors/errors';
import type { Events } from '../../core/operate/events.ts';
import { openReportCheck } from '../../core/catalogue/engines/verify-report.ts';
import type { WebhookAddresses } from '../../core/catalogue/engines/webhook-addresses.ts';
import type { EngineWebhooks } from '../../api/engine-reports/engine-webhook-routes.ts';
import { originOf, readSecret } from '../../core/catalogue/secrets/engine-secrets.ts';
import type { SecretKeys } from '../../core/catalogue/secrets/secret-keys.ts';
import { reportWork } from '../../core/tasks/work/work-report.ts';

export interface EngineWebhookParts {
  readonly db: Database;
  readonly engineKinds: readonly EngineKind[];
  readonly secretKeys: SecretKeys;
  readonly webhooks: WebhookAddresses;
  readonly events: Pick<Events, 'reportReceived'>;
}

export function openEngineWebhooks(parts: EngineWebhookParts): EngineWebhooks {
  const { db, engineKinds, secretKeys, webhooks, events } = parts;
  const verify = openReportCheck({
    db,
    kinds: engineKinds,
    readSecret: ({ name, url }) => readSecret(db, secretKeys, { engine: name, origin: originOf(url) }),
  });
  return {
    isGenuine: webhooks.isGenuine,
    receive: async ({ engine, key, headers, body }) => {
      const url = (await webhooks.addressOf({ engine, key })) ?? '';
      const found = await verify({ engine, headers, body, url }).catch(rejectUnverifiable);
      if (found === 'unknown') return false;
      events.reportReceived({ engine, isVerified: found === 'verified' });
      if (found === 'verified') await reportWork(db, { engine, key });
      return found === 'verified';
    },
  };
}

/** The keys of the provider could not be read. It sends the report again. */
function rejectUnverifiable(error: unknown): never {
  throw error instanceof EngineError ? new AppError('server_busy', {}, error) : error;
}
