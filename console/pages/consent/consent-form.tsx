/** The limits of the token, and the two answers. Only a press of the first one grants anything. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, X, type LucideIcon } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { Search } from '../../data/address.ts';
import { callRoute, list } from '../../data/api.ts';
import { useUser } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { LimitFields } from './limit-fields.tsx';
import { consentMessages } from './messages.ts';
import { suggested, type Chosen, type Question } from './question.ts';

interface FormProps {
  readonly question: Question;
  readonly request: Search;
  /** The program was told. A web page is left then; a program elsewhere leaves this one open. */
  readonly onDone: () => void;
}

export function ConsentForm({ question, request, onDone }: FormProps) {
  const t = useMessages(consentMessages);
  const { data: groups } = useQuery({ queryKey: ['groups of account'], queryFn: () => list('group list') });
  const [draft, setDraft] = useState(suggested);
  const [isCapMissing, setCapMissing] = useState(false);
  const chosen = { ...draft, group: draft.group || (groups?.[0]?.group ?? '') };
  const leave = (address: string) => {
    location.assign(address);
    if (question.target.kind !== 'web') onDone();
  };
  const allow = useAllow(question, request, leave);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isAmount = /^\d{1,9}(\.\d{1,6})?$/.test(chosen.cap.trim());
    setCapMissing(!isAmount);
    if (!isAmount) return event.currentTarget.querySelector<HTMLInputElement>('[name=cap]')?.focus();
    allow.mutate(chosen);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Abilities />
      <LimitFields
        chosen={chosen}
        groups={groups ?? []}
        isCapMissing={isCapMissing}
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
          disabled={chosen.group === ''}
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
    mutationFn: ({ group, expires, span, cap }: Chosen) =>
      callRoute('POST /api/oauth.consent', {
        body: {
          request: { ...request, client_id: question.client.id },
          user: user.id,
          group,
          expires,
          [span]: cap.trim(),
        },
      }),
    onSuccess: ({ location: address }) => onAllowed(address),
  });
}

function Abilities() {
  const t = useMessages(consentMessages);
  return (
    <div className="grid gap-2">
      <Ability icon={Check} title={t.may} className="text-ok">
        {t.mayList}
      </Ability>
      <Ability icon={X} title={t.mayNot} className="text-muted">
        {t.mayNotList}
      </Ability>
    </div>
  );
}

interface AbilityProps {
  readonly icon: LucideIcon;
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
