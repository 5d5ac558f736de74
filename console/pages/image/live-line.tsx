/**
 * The line below the prompt field: what will be sent, its price, the expected
 * duration and the remaining balance.
 */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { normalizePrompt } from '@kinora/shared/prompt/parse-prompt';
import { hasRole, useCurrency, useUser } from '../../data/session.ts';
import { Money } from '../../ui/formatted-values.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatMoney, formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { lacksWords, type Create } from './state/use-create.ts';
import { imageMessages } from './messages.ts';

export function LiveLine({ create }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const { price, draft, means, isLoading } = create;
  // Reserves the final height, so that nothing below moves.
  if (isLoading) return <div className="h-6" />;
  if (!price) return <p className="text-sm text-bad">{t.noModels}</p>;
  const isReady = draft.prompts.length > 0;
  const isShort = means.missing !== undefined || means.capLeft !== undefined;
  return (
    <div className="grid gap-1 text-xs text-muted">
      <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-0.5">
        {isReady && <SentPrompt create={create} />}
        {lacksWords(create) && <p className="flex-1 basis-60 text-text">{t.lacksWords}</p>}
        <Figures create={create} />
      </div>
      {isShort && <Short create={create} />}
    </div>
  );
}

function SentPrompt({ create: { draft } }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const [isOpen, setOpen] = useState(false);
  const [firstPrompt] = draft.prompts;
  const sentPrompt = firstPrompt
    ? normalizePrompt(firstPrompt).replace(/https:\/\/picture\.invalid\/(\d+)/g, (_, number) =>
        t.picture(Number(number)),
      )
    : '';
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      title={t.showSent}
      onClick={() => setOpen(!isOpen)}
      className="min-h-6 min-w-0 flex-1 basis-60 text-left hover:text-text"
    >
      <span className={isOpen ? 'block wrap-anywhere' : 'line-clamp-1 wrap-anywhere'}>
        <span className="font-medium">{t.sent}</span> <span className="font-mono">{sentPrompt}</span>
      </span>
    </button>
  );
}

function Figures({ create }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const tiers = useMessages(uiMessages).tier;
  const currency = useCurrency();
  const { price, means, waitIn } = create;
  if (!price) return null;
  const wait = waitIn(price.tier);
  return (
    <p className="tabular flex flex-wrap gap-x-3">
      {price.tasks > 1 && <span className="font-medium text-text">{t.tasks(price.tasks)}</span>}
      {price.amount === undefined ? (
        <span>{price.model ? t.priceUnknown : t.notDone}</span>
      ) : (
        <Money amount={price.amount} className="text-text" />
      )}
      <span>{tiers[price.tier]}</span>
      {wait !== undefined && <span>{t.usually(formatSeconds(wait))}</span>}
      {means.after !== undefined && <span>{t.after(formatMoney(means.after, currency))}</span>}
    </p>
  );
}

function Short({ create: { means } }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const currency = useCurrency();
  const user = useUser();
  const { missing, capLeft } = means;
  if (missing === undefined)
    return (
      <p className="text-sm text-bad" role="status">
        {t.capShort(formatMoney(capLeft, currency))}{' '}
        <Link to="/tokens" className="underline">
          {t.toTokens}
        </Link>
      </p>
    );
  return (
    <p className="text-sm text-bad" role="status">
      {t.short(formatMoney(missing, currency))}{' '}
      {hasRole(user, 'owner') ? (
        <Link to="/ledger" className="underline">
          {t.toTopUp}
        </Link>
      ) : (
        t.askOwner
      )}
    </p>
  );
}
