/** The text that shares a token, with a warning if the server's URL is not reachable from elsewhere. */
import { useState } from 'react';
import { dayIn } from '@kinora/shared/calendar';
import { Check, Copy, TriangleExclamationPoint } from '../../icons/icons.ts';
import { useServerZone } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { copyText } from '../../ui/formatted-values.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { useUsableModels } from './groups.ts';
import { useLimitText } from './limits.tsx';
import type { TokenWithKey } from '../../data/tokens/create-tokens.ts';
import { shareMessages } from './share-messages.ts';
import { isOnlyHere, writeMessage } from './message.ts';
import { serverAddress } from '../../data/server-path.ts';

export function Share({ token, onCopied }: { readonly token: TokenWithKey; readonly onCopied: () => void }) {
  const t = useMessages(shareMessages);
  const limits = useLimitText(token);
  const timeZone = useServerZone();
  const [isCopied, setCopied] = useState(false);
  const { kind, key, expires, models } = token;
  const [model = ''] = useUsableModels(token);
  const { hostname } = location;
  const origin = serverAddress();
  const copy = async () => {
    const limit = limits || t.noMessageLimit;
    const until = expires === null ? t.never : dayIn(timeZone, Date.parse(expires));
    await copyText(writeMessage(t, { kind, origin, key, limit, expires: until, models, model }));
    setCopied(true);
    onCopied();
  };
  return (
    <Section title={t.share}>
      <div className="grid gap-3">
        <p className="text-muted">{t.shareDescription}</p>
        {isOnlyHere(hostname) && (
          <p className="flex gap-2 rounded-md border border-warn p-3 text-sm">
            <TriangleExclamationPoint size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
            {t.onlyHere(origin)}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
            {t.copyMessage}
          </Button>
          <span role="status" className="text-sm text-muted">
            {isCopied && t.copiedMessage}
          </span>
        </div>
      </div>
    </Section>
  );
}
