/** A secret that is shown only once, with a copy button. */
import { useState } from 'react';
import { Check, Copy } from '../icons/icons.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { Button } from './button.tsx';
import { copyText } from './formatted-values.tsx';
import { uiMessages } from './messages.ts';

interface SecretValueProps {
  readonly label: string;
  readonly secret: string;
  readonly onCopied?: () => void;
}

export function SecretValue({ label, secret, onCopied }: SecretValueProps) {
  const t = useMessages(uiMessages);
  const [isCopied, setCopied] = useState(false);
  const confirmCopied = () => {
    setCopied(true);
    onCopied?.();
  };
  const copy = async () => {
    await copyText(secret);
    confirmCopied();
  };
  return (
    <div className="rounded-lg border border-accent bg-accent-soft p-4">
      <p className="mb-2 text-sm font-medium">{label}</p>
      <div className="flex flex-wrap items-center gap-3">
        <code
          className="min-w-0 flex-1 basis-60 rounded-md border border-line bg-bg px-3 py-2 font-mono wrap-anywhere select-all"
          onCopy={confirmCopied}
        >
          {secret}
        </code>
        <Button kind="primary" icon={isCopied ? Check : Copy} onClick={copy}>
          {isCopied ? t.copied : t.copy}
        </Button>
      </div>
      <span className="sr-only" aria-live="polite">
        {isCopied && t.copied}
      </span>
    </div>
  );
}
