/** The texts that visitors of the server see: name, contact, announcement and legal texts. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { siteQuery, type Site } from '../../data/operators/operator-queries.ts';
import { fieldErrors } from '../../data/field-errors.ts';
import { useAbout } from '../../data/session.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { TextArea, TextField } from '../../ui/fields/field.tsx';
import { ColorField, LogoField, type LogoDraft } from './look-fields.tsx';
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

const fields = [
  'name',
  'contact',
  'announcement',
  'terms',
  'privacy',
  'accent_light',
  'accent_dark',
] as const;
type Draft = Record<(typeof fields)[number], string>;

interface SiteFormProps {
  readonly site: Site;
  readonly onClose: () => void;
}

function SiteForm({ site, onClose }: SiteFormProps) {
  const t = useMessages(settingMessages);
  const { logo: currentLogo } = useAbout().site;
  const [draft, setDraft] = useState<Draft>(() => mapFields(field => site[field] ?? ''));
  const [logo, setLogo] = useState<LogoDraft>();
  const changeDraft = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const bind = bindFields(draft, changeDraft);
  const change = useProcedure('site change', ['site', 'about']);
  const { at, other } = fieldErrors(change.error, ['accent_light', 'accent_dark', 'logo']);
  const save = () =>
    change.mutate(
      { ...mapFields(field => draft[field].trim() || null), ...(logo !== undefined && { logo }) },
      {
        onSuccess: () => {
          if (hasChangedLook(site, draft, logo)) location.reload();
          onClose();
        },
      },
    );
  return (
    <ActionDialog
      title={t.site}
      action={t.save}
      isReady
      isBusy={change.isPending}
      error={other}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t.siteName} hint={t.siteNameHint} maxLength={60} autoFocus {...bind('name')} />
      <LogoField present={currentLogo} draft={logo} error={at('logo')} onChange={setLogo} />
      <div className="grid gap-4 sm:grid-cols-2">
        <ColorField
          theme="light"
          value={draft.accent_light}
          error={at('accent_light')}
          onChange={color => changeDraft({ accent_light: color })}
        />
        <ColorField
          theme="dark"
          value={draft.accent_dark}
          error={at('accent_dark')}
          onChange={color => changeDraft({ accent_dark: color })}
        />
      </div>
      <TextField label={t.contact} hint={t.contactHint} maxLength={200} {...bind('contact')} />
      <TextField label={t.announcement} hint={t.announcementHint} maxLength={500} {...bind('announcement')} />
      <TextArea label={t.terms} hint={t.termsHint} rows={4} {...bind('terms')} />
      <TextArea label={t.privacy} rows={4} {...bind('privacy')} />
    </ActionDialog>
  );
}

/** Colors, icon and title come with the page, so it is loaded again. */
function hasChangedLook(site: Site, draft: Draft, logo: LogoDraft): boolean {
  const lookFields = ['name', 'accent_light', 'accent_dark'] as const;
  return logo !== undefined || lookFields.some(field => (site[field] ?? '') !== draft[field].trim());
}

function mapFields<Value>(readField: (field: keyof Draft) => Value): Record<keyof Draft, Value> {
  return Object.fromEntries(fields.map(field => [field, readField(field)])) as Record<keyof Draft, Value>;
}
