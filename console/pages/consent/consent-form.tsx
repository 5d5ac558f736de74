/** The limits of the token, and the two answers. Only a press of the first one grants anything. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { IconComponent } from '../../icons/icon.ts';
import { Check, X } from '../../icons/icons.ts';
import type { Search } from '../../data/address.ts';
import { callRoute, list } from '../../data/api.ts';
import { useUser } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { LimitFields, type AmountName } from './limit-fields.tsx';
import { consentMessages } from './messages.ts';
import { useDelayedTrust } from './use-delayed-trust.ts';
import { isAmount, suggestLimits, type ConsentLimits, type Question } from './question.ts';

interface FormProps {
  readonly question: Question;
  readonly request: Search;
  /**
   * Called when the program has received the answer. The browser then goes to a program on the web, but stays
   * on this page if the program runs on the user's machine.
   */
  readonly onDone: () => void;
}

export function ConsentForm({ question, request, onDone }: FormProps) {
  const t = useMessages(consentMessages);
  const { data: groups } = useQuery({ queryKey: ['groups of account'], queryFn: () => list('group list') });
  const [draft, setDraft] = useState(() => suggestLimits(question));
  const [invalidAmounts, setInvalidAmounts] = useState<readonly AmountName[]>([]);
  const isReady = useDelayedTrust();
  const limits = { ...draft, group: draft.group || (groups?.[0]?.group ?? '') };
  const leave = (address: string) => {
    location.assign(address);
    if (question.target.kind !== 'web') onDone();
  };
  const allow = useAllow(question, request, leave);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const faults = wrongAmounts(limits);
    setInvalidAmounts(faults);
    const [firstFault] = faults;
    if (firstFault)
      return event.currentTarget.querySelector<HTMLInputElement>(`[name=${firstFault}]`)?.focus();
    allow.mutate(limits);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Abilities audience={question.audience} />
      <LimitFields
        limits={limits}
        groups={groups ?? []}
        wrong={invalidAmounts}
        onChange={fields => setDraft(before => ({ ...before, ...fields }))}
      />
      {groups?.length === 0 && <ErrorNote error={new Error(t.noGroups)} />}
      <ErrorNote error={allow.error} />
      <p className="text-sm text-muted">{t.revocable}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          kind="primary"
          type="submit"
          className="min-h-11! min-w-32"
          disabled={limits.group === '' || !isReady}
          busy={allow.isPending}
        >
          {t.allow}
        </Button>
        <Button className="min-h-11! min-w-32" onClick={() => leave(question.refusal)}>
          {t.deny}
        </Button>
      </div>
    </form>
  );
}

function useAllow(question: Question, request: Search, onAllowed: (address: string) => void) {
  const user = useUser();
  return useMutation({
    mutationFn: ({ group, expires, span, cap, askAbove }: ConsentLimits) =>
      callRoute('POST /api/oauth.consent', {
        body: {
          // Sends the values that the user has read, even if the program has changed its document since.
          request: { ...request, client_id: question.client.id, redirect_uri: question.redirect_uri },
          user: user.id,
          group,
          expires,
          [span]: cap.trim(),
          ...(askAbove.trim() !== '' && { ask_above: askAbove.trim() }),
        },
      }),
    onSuccess: ({ location: address }) => onAllowed(address),
  });
}

/** Returns the names of the fields that hold no valid amount. Only the cap is required. */
function wrongAmounts({ cap, askAbove }: ConsentLimits): AmountName[] {
  const faults: AmountName[] = isAmount(cap) ? [] : ['cap'];
  return askAbove.trim() === '' || isAmount(askAbove) ? faults : [...faults, 'askAbove'];
}

function Abilities({ audience }: Pick<Question, 'audience'>) {
  const t = useMessages(consentMessages);
  return (
    <div className="grid gap-2">
      <Ability icon={Check} title={t.may} className="text-ok">
        {t.mayList[audience]}
      </Ability>
      <Ability icon={X} title={t.mayNot} className="text-muted">
        {t.mayNotList}
      </Ability>
    </div>
  );
}

interface AbilityProps {
  readonly icon: IconComponent;
  readonly title: string;
  readonly className: string;
  readonly children: string;
}

function Ability({ icon: Icon, title, className, children }: AbilityProps) {
  return (
    <p className="flex gap-2 text-sm">
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${className}`} />
      <span>
        <span className="font-medium">{title}:</span> {children}
      </span>
    </p>
  );
}
