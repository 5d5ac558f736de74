/** Shown until the setup link is used: where to find it. */
import { setupLinkLabel } from '@kinora/shared/text/setup-link-label';
import { useMessages } from '../../i18n/catalogue.ts';
import { Frame } from './frame.tsx';
import { signInMessages } from './messages.ts';
import { serverAddress } from '../../data/server-path.ts';

export function NoUsersYet() {
  const t = useMessages(signInMessages);
  return (
    <Frame title={t.nobodyYet} intro={t.nobodyYetWhy}>
      <p className="mb-1.5 text-sm font-medium">{t.inLog}</p>
      <pre className="card overflow-x-auto p-4 font-mono text-xs text-muted" tabIndex={0}>
        {`${setupLinkLabel}\n  `}
        <span className="text-accent">{`${serverAddress()}/console/join#ki_…`}</span>
      </pre>
    </Frame>
  );
}
