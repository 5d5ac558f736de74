/** The state of the prompt form: prompt, pictures, token, and the tasks and price of a run. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatMicros, parseMicros } from '@kinora/shared/money';
import { factsQuery, modelsQuery, useTypicalSeconds, type Model } from '../../../data/models/models.ts';
import { useBalance, useUser } from '../../../data/session.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import type { ParsedPrompt } from '@kinora/shared/prompt/parse-prompt';
import { useDefaultVersion } from '../../../data/tokens/default-version.ts';
import { useToken, type Token, type TokenChoice } from '../../../data/tokens/tokens.ts';
import { modelParameters } from '../../../prompt/chosen-model.ts';
import { readDraft, type Draft, type TypedPrompt } from '../../../prompt/read-draft.ts';
import { setParameter, type Slot } from '../../../prompt/set-parameter.ts';
import { findSyntax } from '../../../prompt/find-syntax.ts';
import { priceRun, type RunPrice } from '../../../prompt/price-run.ts';
import { useDraftText } from './use-draft-text.ts';
import { gridModels, useChosenModel, type ModelChosen } from './use-chosen-model.ts';
import { usePictures, type Pictures } from './use-pictures.ts';
import { useRuns, type Runs } from './use-runs.ts';

export interface Create {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** `parameterText`: such as `--ar 3:2`. Undefined resets the parameter to its default. */
  readonly set: (slot: Slot, parameterText: string | undefined) => void;
  readonly pictures: Pictures;
  readonly typedPrompt: TypedPrompt;
  readonly draft: Draft;
  readonly choice: TokenChoice;
  readonly models: readonly Model[];
  readonly chosenModel: ModelChosen;
  readonly isLoading: boolean;
  readonly price: RunPrice | undefined;
  readonly priceIn: (tier: Tier) => string | undefined;
  /** Returns undefined if it is unknown. */
  readonly waitIn: (tier: Tier) => number | undefined;
  readonly means: Affordability;
  /** The funds for an amount other than that of the button. */
  readonly meansFor: (amount: string | undefined) => Affordability;
  readonly runs: Runs;
}

/** Whether there are parameters or pictures but no description, so that nothing can be generated. */
export function lacksWords({ draft, text, pictures }: Create): boolean {
  return draft.isEmpty && (text.trim() !== '' || pictures.all.length > 0);
}

export function useCreate(): Create {
  const user = useUser();
  const [text, setText] = useDraftText();
  const pictures = usePictures();
  const choice = useToken('image', user.account);
  const version = useDefaultVersion(choice.token);
  const { data: models = none, isLoading } = useQuery(modelsQuery(choice.token));
  const typicalSeconds = useTypicalSeconds();
  const aliases = useAliases();
  const roles = pictures.all.map(({ role }) => role).join(' ');
  const chosenModel = useChosenModel(models);
  const behind = modelParameters(text, { model: chosenModel.model, defaultVersion: version });
  const typedPrompt = useMemo(
    (): TypedPrompt => ({
      text,
      version,
      roles: listRoles(roles),
      versions: [...new Set(models.flatMap(one => one.versions ?? []))],
      models: gridModels(models).map(({ id }) => id),
      aliases,
      behind,
      syntax: findSyntax(text, { models, version, aliases }),
    }),
    [text, version, roles, models, aliases, behind],
  );
  const draft = useMemo(() => readDraft(typedPrompt), [typedPrompt]);
  const { token } = choice;
  const pricing = token && models.length > 0 ? { models, token } : undefined;
  const prompts = (draft.prompts.length > 0 ? draft.prompts : [draft.read]).map(one =>
    withModelId(one, aliases),
  );
  const price = pricing && priceRun(prompts, pricing);
  const meansFor = useAffordability(token);
  return {
    text,
    setText,
    set: (slot, parameterText) => setText(setParameter(text, slot, parameterText)),
    pictures,
    typedPrompt,
    draft,
    choice,
    models,
    chosenModel,
    isLoading: choice.isLoading || isLoading,
    price,
    priceIn: tier => pricing && priceRun(prompts, { ...pricing, tier }).amount,
    waitIn: tier => typicalSeconds({ model: price?.model?.id, action: 'IMAGINE', tier }),
    means: meansFor(price?.amount),
    meansFor,
    runs: useRuns(),
  };
}

/** Identifies the content of a request, to detect repeated presses. */
export function fingerprintContent({ text, pictures, choice, typedPrompt }: Create, path: string): string {
  const pictureRoles = pictures.all.map(({ id, role }) => [id, role]);
  return JSON.stringify([
    path,
    choice.token?.id,
    typedPrompt.version,
    text.trim(),
    typedPrompt.behind,
    pictureRoles,
  ]);
}

const none: readonly Model[] = [];

/** The IDs of models by their other names. */
function useAliases(): Readonly<Record<string, string>> {
  const { data } = useQuery(factsQuery);
  return useMemo(
    () =>
      Object.fromEntries(
        (data ?? []).flatMap(({ id, aliases }) => aliases.map(alias => [alias, id] as const)),
      ),
    [data],
  );
}

function withModelId(prompt: ParsedPrompt, aliases: Readonly<Record<string, string>>): ParsedPrompt {
  const id = prompt.model && aliases[prompt.model];
  return id ? { ...prompt, model: id } : prompt;
}

function listRoles(roles: string): TypedPrompt['roles'] {
  return roles === '' ? [] : (roles.split(' ') as TypedPrompt['roles']);
}

export interface Affordability {
  /** The account's balance afterwards. Undefined if it is unknown. */
  readonly after: string | undefined;
  /** The amount that the account lacks. Undefined if it has enough. */
  readonly missing: string | undefined;
  /** The amount that the token may still spend. Undefined if that is enough. */
  readonly capLeft: string | undefined;
}

function useAffordability(token: Token | undefined): (amount: string | undefined) => Affordability {
  const balance = useBalance();
  return amount => checkAffordability(amount, token, balance?.available);
}

function checkAffordability(
  amount: string | undefined,
  token: Token | undefined,
  balance: string | undefined,
): Affordability {
  if (amount === undefined) return { after: undefined, missing: undefined, capLeft: undefined };
  const cost = parseMicros(amount);
  const available = balance === undefined ? undefined : parseSignedMicros(balance);
  const isShort = available !== undefined && available < cost;
  const capLeft = token && tokenRemainder(token);
  return {
    after: available === undefined || isShort ? undefined : formatMicros(available - cost),
    missing: isShort ? formatMicros(cost - available) : undefined,
    capLeft: capLeft !== undefined && capLeft < cost ? formatMicros(capLeft) : undefined,
  };
}

/** The remaining amount under the strictest cap of the token. */
function tokenRemainder(token: Token): bigint | undefined {
  const spentInAll = parseSignedMicros(token.spent) + parseSignedMicros(token.held);
  const lefts = [
    token.cap_total === null ? undefined : parseSignedMicros(token.cap_total) - spentInAll,
    token.cap_day === null ? undefined : parseSignedMicros(token.cap_day) - parseSignedMicros(token.today),
    token.cap_month === null
      ? undefined
      : parseSignedMicros(token.cap_month) - parseSignedMicros(token.this_month),
  ].filter(amount => amount !== undefined);
  const lowest = lefts.reduce<bigint | undefined>(
    (best, amount) => (best === undefined || amount < best ? amount : best),
    undefined,
  );
  return lowest !== undefined && lowest < 0n ? 0n : lowest;
}

/** Balances may be negative; prices never are. */
function parseSignedMicros(amount: string): bigint {
  return amount.startsWith('-') ? -parseMicros(amount.slice(1)) : parseMicros(amount);
}
