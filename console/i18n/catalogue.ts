/**
 * The Console's messages. Each page has a catalogue beside it (`messages.ts`), typed so that
 * Chinese has every message of English with the same arguments. Messages are never concatenated:
 * one with values is a function.
 */
import { useLanguage } from './language.ts';

type Message = string | ((...values: never[]) => string) | Readonly<Record<string, string>>;

export interface Catalogue<Messages> {
  readonly en: Messages;
  readonly zh: Messages;
}

type Translation<En> = {
  readonly [Name in keyof En]: En[Name] extends string
    ? string
    : En[Name] extends (...values: never[]) => string
      ? En[Name]
      : { readonly [Key in keyof En[Name]]: string };
};

export function catalogue<const En extends Readonly<Record<string, Message>>>(texts: {
  readonly en: En & Translation<En>;
  readonly zh: Translation<En>;
}): Catalogue<Translation<En>> {
  return texts;
}

/** The messages of a catalogue in the current language. */
export function useMessages<Messages>(texts: Catalogue<Messages>): Messages {
  return texts[useLanguage()];
}
