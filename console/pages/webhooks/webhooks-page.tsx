/** Webhooks of tasks and their deliveries. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Webhook } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { hasRole, useUser } from '../../data/session.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { FailingReceivers } from './failing-receivers.tsx';
import { HookList } from './hook-list.tsx';
import { HookPanel } from './hook-panel.tsx';
import { WebhookGuide } from './webhook-guide.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { TestEvent } from './test-event.tsx';
import { hooksQuery, hookStates, type HooksAddress } from './webhooks.ts';
import { webhookMessages } from './messages.ts';

export function WebhooksPage() {
  const t = useMessages(webhookMessages);
  const user = useUser();
  const [address, change] = useAddress<HooksAddress>();
  const account = address.account ?? user.account;
  const hooks = useInfiniteQuery(
    hooksQuery(
      account,
      hookStates.find(state => state === address.state),
    ),
  );
  const lines = hooks.data?.pages.flat();
  const isEmpty = lines?.length === 0 && !address.state;
  return (
    <Page title={t.title} intro={t.intro}>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_380px]">
        <div className="grid min-w-0 content-start gap-4">
          <FailingReceivers account={account} />
          <ErrorNote error={hooks.error} onRetry={() => void hooks.refetch()} />
          {!lines && !hooks.error && <SkeletonRows />}
          {isEmpty && (
            <div className="card">
              <EmptyState icon={Webhook} title={t.empty}>
                <p>{t.emptyDescription}</p>
              </EmptyState>
            </div>
          )}
          {lines && !isEmpty && (
            <HookList
              lines={lines}
              {...(hooks.hasNextPage && { onMore: () => void hooks.fetchNextPage() })}
            />
          )}
          <WebhookGuide isOpen={isEmpty} />
        </div>
        <div className="grid content-start gap-4">
          <TestEvent />
          {hasRole(user, 'owner') && <SigningSecret account={account} />}
        </div>
      </div>
      {address.open && (
        <HookPanel key={address.open} id={address.open} onClose={() => change({ open: undefined })} />
      )}
    </Page>
  );
}
