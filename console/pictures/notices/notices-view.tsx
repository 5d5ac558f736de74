/** Notices at the foot of the page. */
import type { ReactNode } from 'react';
import { X } from '../../icons/icons.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { notices, dismissNotice } from './notices.ts';
import { pictureMessages } from '../messages.ts';

function Notices() {
  const t = useMessages(pictureMessages);
  const shownNotices = notices.use();
  return (
    <div role="status" aria-label={t.notices} className="grid max-w-full justify-items-center gap-2">
      {shownNotices.map(({ key, text, action, isError }) => (
        <div
          key={key}
          className={classes(
            'pointer-events-auto flex max-w-full items-center gap-2 rounded-lg border bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float animate-[appear_180ms]',
            isError ? 'border-bad' : 'border-line-strong',
          )}
        >
          <span className="min-w-0 wrap-anywhere">{text}</span>
          {action && (
            <Button
              size="s"
              onClick={() => {
                dismissNotice(key);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton size="s" icon={X} label={t.dismiss} onClick={() => dismissNotice(key)} />
        </div>
      ))}
    </div>
  );
}

/** Floating elements at the foot of the page, stacked: notices, and the page's own bars. */
export function BottomCorner({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="pointer-events-none fixed inset-x-3 bottom-4 z-40 flex flex-col items-center gap-2">
      <Notices />
      {children}
    </div>
  );
}
