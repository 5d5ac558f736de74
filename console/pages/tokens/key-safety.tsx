/** Warnings about risky keys: a card for each kind of risk, if any. */
import { useState } from 'react';
import type { IconComponent } from '../../icons/icon.ts';
import { CalendarOff, InfinityIcon, Moon, Trash } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { classes } from '../../ui/class-names.ts';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { warnings, listWarnings, type Warning } from './token-safety.ts';
import type { TokensAddress } from './tokens-address.ts';
import { tokenMessages } from './messages.ts';

const icons: Readonly<Record<Warning, IconComponent>> = {
  unlimited: InfinityIcon,
  endless: CalendarOff,
  idle: Moon,
  removable: Trash,
};

export function KeySafety({ tokens }: { readonly tokens: readonly Token[] }) {
  const t = useMessages(tokenMessages);
  const [now] = useState(() => Date.now());
  const tokenWarnings = tokens.flatMap(token => listWarnings(token, now));
  const presentWarnings = warnings.filter(warning => tokenWarnings.includes(warning));
  if (presentWarnings.length === 0) return null;
  return (
    <section aria-label={t.safety} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {presentWarnings.map(warning => (
        <Card key={warning} warning={warning} count={tokenWarnings.filter(one => one === warning).length} />
      ))}
    </section>
  );
}

function Card({ warning, count }: { readonly warning: Warning; readonly count: number }) {
  const t = useMessages(tokenMessages);
  const [address, change] = useAddress<TokensAddress>();
  const Icon = icons[warning];
  const isShown = address.warn === warning;
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={() => change({ warn: isShown ? undefined : warning, state: undefined })}
      className={classes(
        'card grid grid-cols-[auto_1fr_auto] gap-x-3 p-3 text-left transition-colors duration-120 hover:border-line-strong',
        isShown && 'border-accent! bg-accent-soft!',
      )}
    >
      <Icon size={18} aria-hidden className="mt-0.5 text-warn" />
      <span className="font-medium">{t.warnings[warning]}</span>
      <span className="tabular text-lg font-semibold">{formatCount(count)}</span>
      <span className="col-span-2 col-start-2 text-sm text-muted">{t.warningDescriptions[warning]}</span>
    </button>
  );
}
