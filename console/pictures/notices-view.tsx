/** What just happened, at the foot of the page. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import { useWords } from '../words/words.ts';
import { notices, unsay } from './notices.ts';
import { pictureWords } from './words.ts';

function Notices() {
  const t = useWords(pictureWords);
  const said = notices.use();
  return (
    <div role="status" aria-label={t.notices} className="grid max-w-full justify-items-center gap-2">
      {said.map(({ key, text, action, isBad }) => (
        <div
          key={key}
          className={classes(
            'pointer-events-auto flex max-w-full items-center gap-2 rounded-lg border bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float animate-[appear_180ms]',
            isBad ? 'border-bad' : 'border-line-strong',
          )}
        >
          <span className="min-w-0 wrap-anywhere">{text}</span>
          {action && (
            <Button
              size="s"
              onClick={() => {
                unsay(key);
                action.act();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton size="s" icon={X} label={t.dismiss} onClick={() => unsay(key)} />
        </div>
      ))}
    </div>
  );
}

/** What floats at the foot of the page, one above the other: what was said, and the page's own bars. */
export function Foot({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="pointer-events-none fixed inset-x-3 bottom-4 z-40 flex flex-col items-center gap-2">
      <Notices />
      {children}
    </div>
  );
}
