/** A button for each provider where users can sign in or sign up. */
import { useAddress } from '../../data/address.ts';
import { withQuery } from '../../data/api.ts';
import { basePath } from '../../data/server-path.ts';
import { useAbout } from '../../data/session.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { useChosenPlan } from './chosen-plan.ts';
import { signInMessages } from './messages.ts';

export function ProviderButtons({ hasOthers }: { readonly hasOthers: boolean }) {
  const t = useMessages(signInMessages);
  const { providers, sign_up: state, site } = useAbout();
  const [{ next }] = useAddress<{ next?: string }>();
  const { purchase } = useChosenPlan();
  if (providers.length === 0) return null;
  return (
    <>
      {hasOthers && <OrDivider />}
      {providers.map(({ name, label }) => (
        <a
          key={name}
          className={`${buttonClasses()} min-h-11!`}
          href={withQuery(`${basePath}/api/session.openid`, { provider: name, next: purchase ?? next })}
        >
          {t.byProvider(label)}
        </a>
      ))}
      {state === 'open' && site.terms && <p className="text-xs text-muted">{t.byProviderTerms}</p>}
    </>
  );
}

export function OrDivider() {
  const t = useMessages(signInMessages);
  return (
    <div className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t.or}
    </div>
  );
}
