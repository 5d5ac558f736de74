/** Everything the bar knows: the prompt, its pictures, the token, and what running it would make and cost. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatMicros, parseMicros } from '../../../src/lib/money.ts';
import { modelsQuery, useTypicalSeconds, type Model } from '../../data/models/models.ts';
import { useAbout, useBalance, useUser } from '../../data/session.ts';
import type { Tier } from '../../../src/models/model-card.ts';
import { useToken, type Token, type TokenChoice } from '../../data/tokens/tokens.ts';
import { readDraft, type Draft, type Typed } from '../../prompt/read-draft.ts';
import { setParameter, type Slot } from '../../prompt/set-parameter.ts';
import { priceRun, type RunPrice } from '../../prompt/price-run.ts';
import { useDraftText } from './use-draft-text.ts';
import { usePictures, type Pictures } from './use-pictures.ts';
import { useRuns, type Runs } from './use-runs.ts';

export interface Create {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** `written`: as `--ar 3:2`; undefined: as usual. */
  readonly set: (slot: Slot, written: string | undefined) => void;
  readonly pictures: Pictures;
  readonly typed: Typed;
  readonly draft: Draft;
  readonly choice: TokenChoice;
  readonly models: readonly Model[];
  readonly isLoading: boolean;
  readonly price: RunPrice | undefined;
  readonly priceIn: (tier: Tier) => string | undefined;
  /** Undefined: nobody knows. */
  readonly waitIn: (tier: Tier) => number | undefined;
  readonly means: Means;
  /** Of what costs this, as of what the button makes. */
  readonly meansFor: (amount: string | undefined) => Means;
  readonly runs: Runs;
}

/** Whether there are parameters or an image, but no description, which is why nothing can be generated. */
export function lacksWords({ draft, text, pictures }: Create): boolean {
  return draft.isEmpty && (text.trim() !== '' || pictures.all.length > 0);
}

export function useCreate(): Create {
  const user = useUser();
  const { default_version: version } = useAbout();
  const [text, setText] = useDraftText();
  const pictures = usePictures();
  const choice = useToken('image', user.account);
  const { data: models = none, isLoading } = useQuery(modelsQuery(choice.token));
  const typicalSecondsOf = useTypicalSeconds();
  const roles = pictures.all.map(({ role }) => role).join(' ');
  const typed = useMemo(
    (): Typed => ({
      text,
      version,
      roles: listOf(roles),
      versions: models.flatMap(one => one.versions ?? []),
    }),
    [text, version, roles, models],
  );
  const draft = useMemo(() => readDraft(typed), [typed]);
  const { token } = choice;
  const pricing = token && models.length > 0 ? { models, token } : undefined;
  const prompts = draft.prompts.length > 0 ? draft.prompts : [draft.read];
  const price = pricing && priceRun(prompts, pricing);
  const meansFor = useMeans(token);
  return {
    text,
    setText,
    set: (slot, written) => setText(setParameter(text, slot, written)),
    pictures,
    typed,
    draft,
    choice,
    models,
    isLoading: choice.isLoading || isLoading,
    price,
    priceIn: tier => pricing && priceRun(prompts, { ...pricing, tier }).amount,
    waitIn: tier => typicalSecondsOf({ model: price?.model?.id, action: 'IMAGINE', tier }),
    means: meansFor(price?.amount),
    meansFor,
    runs: useRuns(),
  };
}

/** Of what is sent, in short: for two presses of the same. */
export function contentOf({ text, pictures, choice, typed }: Create, path: string): string {
  const sent = pictures.all.map(({ id, role }) => [id, role]);
  return JSON.stringify([path, choice.token?.id, typed.version, text.trim(), sent]);
}

const none: readonly Model[] = [];

function listOf(roles: string): Typed['roles'] {
  return roles === '' ? [] : (roles.split(' ') as Typed['roles']);
}

export interface Means {
  /** Of the account when it was done; undefined: not known. */
  readonly after: string | undefined;
  /** What the account lacks; undefined: nothing. */
  readonly missing: string | undefined;
  /** What the token may still spend, when that is too little. */
  readonly capLeft: string | undefined;
}

function useMeans(token: Token | undefined): (amount: string | undefined) => Means {
  const balance = useBalance();
  return amount => meansOf(amount, token, balance?.available);
}

function meansOf(amount: string | undefined, token: Token | undefined, balance: string | undefined): Means {
  if (amount === undefined) return { after: undefined, missing: undefined, capLeft: undefined };
  const cost = parseMicros(amount);
  const available = balance === undefined ? undefined : microsOf(balance);
  const isShort = available !== undefined && available < cost;
  const capLeft = token && leftOf(token);
  return {
    after: available === undefined || isShort ? undefined : formatMicros(available - cost),
    missing: isShort ? formatMicros(cost - available) : undefined,
    capLeft: capLeft !== undefined && capLeft < cost ? formatMicros(capLeft) : undefined,
  };
}

/** Under the strictest of the token's caps. */
function leftOf(token: Token): bigint | undefined {
  const spentInAll = microsOf(token.spent) + microsOf(token.held);
  const lefts = [
    token.cap_total === null ? undefined : microsOf(token.cap_total) - spentInAll,
    token.cap_day === null ? undefined : microsOf(token.cap_day) - microsOf(token.today),
    token.cap_month === null ? undefined : microsOf(token.cap_month) - microsOf(token.this_month),
  ].filter(left => left !== undefined);
  const lowest = lefts.reduce<bigint | undefined>(
    (best, left) => (best === undefined || left < best ? left : best),
    undefined,
  );
  return lowest !== undefined && lowest < 0n ? 0n : lowest;
}

/** Balances may be below zero, prices never are. */
function microsOf(amount: string): bigint {
  return amount.startsWith('-') ? -parseMicros(amount.slice(1)) : parseMicros(amount);
}
