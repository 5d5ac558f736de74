/** What tasks were asked to tell, and how that went. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useAddress } from '../../data/address.ts';
import { mayAs, useUser } from '../../data/session.ts';
import { Page } from '../../ui/page.tsx';
import { Empty, ErrorNote, SkeletonRows } from '../../ui/states.tsx';
import { useWords } from '../../words/words.ts';
import { FailingReceivers } from './failing-receivers.tsx';
import { HookList } from './hook-list.tsx';
import { HookPanel } from './hook-panel.tsx';
import { HowToAsk } from './how-to-ask.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { TestEvent } from './test-event.tsx';
import { hooksQuery } from './webhooks.ts';
import { hookWords } from './words.ts';

export type HooksAddress = Readonly<Record<'state' | 'open' | 'account' | 'url', string | undefined>>;

export function WebhooksPage() {
  const t = useWords(hookWords);
  const user = useUser();
  const [address, change] = useAddress<HooksAddress>();
  const account = address.account ?? user.account;
  const hooks = useInfiniteQuery(hooksQuery(account, address.state));
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
              <Empty icon={Webhook} title={t.empty}>
                <p>{t.emptySays}</p>
              </Empty>
            </div>
          )}
          {lines && !isEmpty && (
            <HookList
              lines={lines}
              {...(hooks.hasNextPage && { onMore: () => void hooks.fetchNextPage() })}
            />
          )}
          <HowToAsk isOpen={isEmpty} />
        </div>
        <div className="grid content-start gap-4">
          <TestEvent />
          {mayAs(user, 'owner') && <SigningSecret account={account} />}
        </div>
      </div>
      {address.open && (
        <HookPanel key={address.open} id={address.open} onClose={() => change({ open: undefined })} />
      )}
    </Page>
  );
}
