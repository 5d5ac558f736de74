/** The choice of interface and language for example code. It is in the URL. */
import type { SnippetInterface } from '@kinora/shared/snippets/snippet';
import {
  languageFor,
  languagesFor,
  snippetLanguages,
  type SnippetLanguageName,
} from '@kinora/shared/snippets/snippet-languages';
import { useAddress } from '../../data/address.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { SegmentedControl } from '../fields/segmented-control.tsx';
import { apiMessages } from './api-messages.ts';

interface InterfaceChoiceProps {
  readonly interfaces: readonly SnippetInterface[];
  readonly snippetInterface: SnippetInterface;
  /** The default interface, which needs no parameter in the URL. */
  readonly usual: SnippetInterface;
}

export function InterfaceChoice({ interfaces, snippetInterface, usual }: InterfaceChoiceProps) {
  const t = useMessages(apiMessages);
  const [, change] = useAddress<{ format?: string }>();
  return (
    <SegmentedControl
      label={t.format}
      className="min-w-72"
      value={snippetInterface}
      segments={interfaces.map(value => ({ value, label: t.interfaces[value] }))}
      onChange={value => change({ format: value === usual ? undefined : value })}
    />
  );
}

/** The chosen language, if it can write requests of the interface. */
export function useLanguage(snippetInterface: SnippetInterface): SnippetLanguageName {
  const [address] = useAddress<{ code?: string }>();
  return languageFor(snippetInterface, address.code);
}

export function LanguageChoice({ snippetInterface }: { readonly snippetInterface: SnippetInterface }) {
  const t = useMessages(apiMessages);
  const [, change] = useAddress<{ code?: string }>();
  const languages = languagesFor(snippetInterface);
  return (
    <SegmentedControl
      label={t.language}
      className="min-w-60"
      value={useLanguage(snippetInterface)}
      segments={languages.map(value => ({ value, label: snippetLanguages[value].label }))}
      onChange={code => change({ code: code === languages[0] ? undefined : code })}
    />
  );
}
