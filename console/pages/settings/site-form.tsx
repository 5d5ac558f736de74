/** What the server tells its visitors: name, contact, announcement and legal texts. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { siteQuery, type Site } from '../../data/operators/operator-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { TextArea, TextField } from '../../ui/fields/field.tsx';
import { settingMessages } from './messages.ts';

export function EditSite() {
  const t = useMessages(settingMessages);
  const [isOpen, setOpen] = useState(false);
  const { data: site } = useQuery(siteQuery);
  return (
    <>
      <Button onClick={() => setOpen(true)} disabled={!site}>
        {t.editSite}
      </Button>
      {isOpen && site && <SiteForm site={site} onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ['name', 'contact', 'announcement', 'terms', 'privacy'] as const;
type Draft = Record<(typeof fields)[number], string>;

interface SiteFormProps {
  readonly site: Site;
  readonly onClose: () => void;
}

function SiteForm({ site, onClose }: SiteFormProps) {
  const t = useMessages(settingMessages);
  const [draft, setDraft] = useState<Draft>(() => fieldsOf(field => site[field] ?? ''));
  const bind = bindFields(draft, changed => setDraft({ ...draft, ...changed }));
  const change = useProcedure('site change', ['site', 'about']);
  const save = () =>
    change.mutate(
      fieldsOf(field => draft[field].trim() || null),
      { onSuccess: onClose },
    );
  return (
    <ActionDialog
      title={t.site}
      action={t.save}
      isReady
      isBusy={change.isPending}
      error={change.error}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t.siteName} hint={t.siteNameHint} maxLength={60} autoFocus {...bind('name')} />
      <TextField label={t.contact} hint={t.contactHint} maxLength={200} {...bind('contact')} />
      <TextField label={t.announcement} hint={t.announcementHint} maxLength={500} {...bind('announcement')} />
      <TextArea label={t.terms} hint={t.termsHint} rows={4} {...bind('terms')} />
      <TextArea label={t.privacy} rows={4} {...bind('privacy')} />
    </ActionDialog>
  );
}

function fieldsOf<Value>(valueOf: (field: keyof Draft) => Value): Record<keyof Draft, Value> {
  return Object.fromEntries(fields.map(field => [field, valueOf(field)])) as Record<keyof Draft, Value>;
}
