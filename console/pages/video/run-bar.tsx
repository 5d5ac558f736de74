/** The price with its calculation, the balance afterwards, and the submit button. */
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Clapperboard } from '../../icons/icons.ts';
import { balanceAfter } from '../../data/models/price.ts';
import { hasRole, useBalance, useUser } from '../../data/session.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import { PriceSum } from '../../prices/price-sum.tsx';
import { usePriceText } from '../../prices/price-text.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import type { QuoteState } from './use-quote.ts';
import { videoMessages } from './messages.ts';

interface RunBarProps {
  readonly quoted: QuoteState;
  readonly tier: Tier;
  /** A message that names the missing input. Undefined if the clip can be generated. */
  readonly missing: string | undefined;
  readonly isSending: boolean;
  /** An error that belongs to no field. */
  readonly error: Error | undefined;
  readonly onMake: () => void;
}

export function RunBar({ quoted, tier, missing, isSending, error, onMake }: RunBarProps) {
  const t = useMessages(videoMessages);
  const { money } = usePriceText();
  const balance = useBalance();
  const { parts, isConfirmed } = quoted;
  const remainingBalance = parts && balance ? balanceAfter(balance.available, parts.amount) : undefined;
  const isShort = remainingBalance === null;
  return (
    <div
      data-run-bar
      className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-bg px-4 py-3 lg:mx-0 lg:px-0"
    >
      <ErrorNote error={error} className="mb-2" />
      {/* Reserves space for the price and its note, so that the button does not move when they appear. */}
      <div className="mb-2 flex min-h-9 items-start justify-between gap-3" aria-live="polite" aria-atomic>
        {parts ? <PriceSum parts={parts} tier={tier} /> : <p className="text-muted">{t.noPrice}</p>}
        {isConfirmed && (
          <span title={t.serverPrice} className="mt-0.5 shrink-0 text-ok" data-confirmed>
            <BadgeCheck size={16} aria-hidden />
            <span className="sr-only">{t.serverPrice}</span>
          </span>
        )}
      </div>
      <Button
        kind="primary"
        icon={Clapperboard}
        className="w-full"
        busy={isSending}
        disabled={isShort || missing !== undefined}
        aria-describedby={missing ? 'video-missing' : undefined}
        onClick={onMake}
      >
        {isSending ? t.making : parts ? t.make(money(parts.amount)) : t.makeUnpriced}
      </Button>
      <div className="mt-1.5 min-h-4 text-xs text-muted">
        {missing && <p id="video-missing">{missing}</p>}
        {!missing && isShort && (
          <Short missing={missingAmount(balance?.available ?? '0', parts?.amount ?? '0')} />
        )}
        {!missing && remainingBalance && <p className="tabular">{t.after(money(remainingBalance))}</p>}
      </div>
    </div>
  );
}

function missingAmount(available: string, amount: string): string {
  return balanceAfter(amount, available) ?? '0';
}

function Short({ missing }: { readonly missing: string }) {
  const t = useMessages(videoMessages);
  const user = useUser();
  const { money } = usePriceText();
  const isOwner = hasRole(user, 'owner');
  return (
    <p role="alert" className="text-bad">
      {isOwner ? t.shortOwner(money(missing)) : t.short(money(missing))}{' '}
      {isOwner && (
        <Link to="/ledger" className="text-bad underline">
          {t.toLedger}
        </Link>
      )}
    </p>
  );
}
