/** Small displays used on every page: money, times, ids. */
import { useEffect, useState } from 'react';
import type { IconComponent } from '../icons/icon.ts';
import { Check, Copy } from '../icons/icons.ts';
import { useCurrency } from '../data/session.ts';
import { formatAgo, formatMoney, formatTime, unknown } from '../i18n/format.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { IconButton } from './button.tsx';
import { uiMessages } from './messages.ts';

export function Money({
  amount,
  isSigned,
  className,
}: {
  readonly amount: string | null | undefined;
  /** A change of a balance; positive amounts have a plus sign. */
  readonly isSigned?: boolean;
  readonly className?: string;
}) {
  const currency = useCurrency();
  const t = useMessages(uiMessages);
  const isUnknown = amount === null || amount === undefined;
  return (
    <span
      className={`tabular whitespace-nowrap ${className ?? ''}`}
      title={isUnknown ? t.unknown : undefined}
    >
      {formatMoney(amount, currency, isSigned ? 'exceptZero' : 'auto')}
    </span>
  );
}

/** One shared timer for all displayed times. */
const everyMs = 10_000;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** A relative time, with the exact time as a tooltip. */
export function RelativeTime({ time }: { readonly time: string | null | undefined }) {
  const now = useNow();
  const t = useMessages(uiMessages);
  if (!time) return <span title={t.unknown}>{unknown}</span>;
  return (
    <time dateTime={time} title={formatTime(time)} className="whitespace-nowrap">
      {formatAgo(time, now)}
    </time>
  );
}

const tickMs = 1200;

/** Copies a text, and confirms it with a check mark for a moment. */
interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  readonly icon?: IconComponent;
}

export function CopyButton({ text, label, icon = Copy }: CopyButtonProps) {
  const t = useMessages(uiMessages);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), tickMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
  };
  return (
    <>
      <IconButton
        size="s"
        icon={isCopied ? Check : icon}
        label={isCopied ? t.copied : (label ?? t.copy)}
        onClick={copy}
      />
      <span className="sr-only" aria-live="polite">
        {isCopied && t.copied}
      </span>
    </>
  );
}

/** The clipboard API requires https or localhost and may be denied; the fallback is `execCommand`. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copySelected(text);
  }
}

/** While a dialog is open, elements outside of it cannot be selected. */
function copySelected(text: string): void {
  const area = document.createElement('textarea');
  area.value = text;
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** Shows the first and last characters of an id; a click copies all of it. */
export function ShortId({ id }: { readonly id: string }) {
  const shortId = id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id;
  return (
    <span className="inline-flex items-center gap-0.5 font-mono text-xs" title={id}>
      {shortId}
      <CopyButton text={id} />
    </span>
  );
}
