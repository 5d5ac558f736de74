/** The button that opens the settings panel. */
import { lazy, Suspense, useEffect } from 'react';
import { SlidersHorizontal } from '../../icons/icons.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Create } from './state/use-create.ts';
import { imageMessages } from './messages.ts';

/** The sheet is at the bottom of a phone. */
const sheet =
  'max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:w-full max-sm:max-w-none! max-sm:rounded-b-none max-sm:pb-8!';

/** Preloaded after the page. */
const loadPanel = () => import('./settings-panel.tsx').then(module => ({ default: module.SettingsPanel }));
const SettingsPanel = lazy(loadPanel);

export function Settings({ create }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  useEffect(() => void loadPanel(), []);
  return (
    <Popover
      label={t.settings}
      className={`w-180 p-4! ${sheet}`}
      trigger={triggerProps => (
        <Button kind="quiet" icon={SlidersHorizontal} aria-label={t.settings} {...triggerProps}>
          <span className="max-sm:hidden">{t.settings}</span>
        </Button>
      )}
    >
      <Suspense fallback={<div className="h-100" />}>
        <SettingsPanel create={create} />
      </Suspense>
    </Popover>
  );
}
