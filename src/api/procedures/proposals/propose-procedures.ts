/** engine propose: shows a model of a provider as the arguments with which it would be added. */
import { z } from 'zod';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { ProposedCard } from '../../../engines/contract/kind/proposed-card.ts';
import { existing } from '../../../core/catalogue/engines/change-instance.ts';
import { checkSettings, kindNamed } from '../../../core/catalogue/engines/instance-input.ts';
import type { EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import { askEngine } from '../engines/ask-engine.ts';
import { engineName } from '../fields/instance-fields.ts';
import { newCard, type CardFields } from '../models/model-fields.ts';
import { operateText } from '../operate-texts.ts';
import { procedureInSteps, type Context } from '../procedure.ts';
import type { SizeRules } from '../../../media/picture/size-rules.ts';
import { proposeOffer } from './propose-offer.ts';
import { suggestPrice } from './suggest-price.ts';
import { type Proposal, proposalRecord } from '../records/proposal-record.ts';

export const proposeProcedures = [
  procedureInSteps({
    name: 'engine propose',
    description:
      "Show the commands that add a model of an engine, based on the provider's description of it or on what the engine offers. Changes nothing.",
    who: 'operator',
    changes: true,
    word: 'engine',
    input: z.strictObject({
      engine: engineName.describe('Engine name.'),
      upstream: z.string().trim().min(1).max(200).describe('Name of the model at the provider.'),
    }),
    output: proposalRecord,
    run: async (context, { engine, upstream }) => {
      const instance = await existing(context.db, engine, { isReading: true });
      await context.note({ object: instance.name });
      return { instance, upstream };
    },
    // Not in the transaction, because the provider may be slow.
    afterwards: (context, { instance, upstream }) => propose(context, instance, upstream),
  }),
];

/** The engine need not have been added. */
export async function propose(
  context: Pick<Context, 'catalogue' | 'currency' | 'db' | 'engineKinds' | 'language' | 'log' | 'secretKeys'>,
  instance: EngineInstance,
  upstream: string,
): Promise<Proposal> {
  const { language } = context;
  const kind = kindNamed(context.engineKinds, instance.kind);
  const answer = await proposeCard(context, instance, upstream);
  if ('code' in answer) return unansweredProposal(answer.code, answer.message);
  const message = operateText('proposed', { model: upstream }, language);
  const origin = { engine: instance.name, upstream, kind, before: instance.settings };
  const { notes, model, ...proposal } = toArguments(answer.result, origin);
  const { price, note } = await suggestPrice(context, { instance, upstream, kind: answer.result.kind });
  const id = model && freeId(context, model.model);
  return {
    ok: true,
    code: null,
    message,
    ...proposal,
    notes: [...notes, note],
    model: model && { ...model, model: id ?? model.model },
    price,
  };
}

async function proposeCard(
  context: Pick<Context, 'db' | 'engineKinds' | 'language' | 'log' | 'secretKeys'>,
  instance: EngineInstance,
  upstream: string,
): Promise<{ readonly result: ProposedCard } | { readonly code: string; readonly message: string }> {
  const kind = kindNamed(context.engineKinds, instance.kind);
  if (!kind.proposeCard) {
    const proposedCard = proposeOffer(kind, upstream, checkSettings(kind, instance.settings));
    const details = { engine: instance.name, model: upstream };
    const message = operateText('propose_unable', details, context.language);
    return proposedCard ? { result: proposedCard } : { code: 'engine_rejected', message };
  }
  const answer = await askEngine(
    context,
    instance,
    async (access, signal) => await kind.proposeCard?.(access, upstream, signal),
  );
  if ('code' in answer) return answer;
  return answer.result ? { result: answer.result } : { code: 'engine_error', message: '' };
}

/** The ID, with a number if another model has it. */
function freeId({ catalogue }: Pick<Context, 'catalogue'>, id: string): string {
  const takenIds = new Set(catalogue.all.map(({ card }) => card.id));
  const withNumber = (count: number) => (count === 1 ? id : `${id.slice(0, 60)}-${count}`);
  let count = 1;
  while (takenIds.has(withNumber(count))) count += 1;
  return withNumber(count);
}

function unansweredProposal(code: string, message: string): Proposal {
  return { ok: false, code, message, commands: [], notes: [], settings: null, model: null, price: null };
}

export interface ProposalSubject {
  readonly engine: string;
  readonly upstream: string;
  readonly kind: Pick<EngineKind, 'settings' | 'offer' | 'proposeCard'>;
  /** Settings of the engine. Those that the card does not name stay. */
  readonly before: Readonly<Record<string, unknown>>;
}

/** Checked as `model add` and `engine change` would. Throws AppError `field_invalid`. */
export function toArguments(
  card: ProposedCard,
  { engine, upstream, kind, before }: ProposalSubject,
): Pick<Proposal, 'commands' | 'notes' | 'settings' | 'model'> {
  const settings = checkSettings(kind as EngineKind, { ...before, ...card.settings });
  const { jobs, sizes } = kind.offer(upstream, settings);
  const operations = jobs.filter(job => (job === 'clip') === (card.kind === 'video'));
  const model = proposeId(kind.proposeCard ? upstream : card.name);
  const { kind: type, name, notes } = card;
  const description = card.description.replace(/\s+/g, ' ').trim();
  const fields = { name, description, operations } as Partial<CardFields>;
  const parameters = card.parameters as CardFields['parameters'];
  const references = card.references as CardFields['references'];
  const validCard = newCard(model, type, { ...fields, parameters, references } as CardFields);
  const newModel = {
    model,
    kind: type,
    name,
    description,
    operations: validCard.operations,
    parameters: validCard.parameters.properties,
    references: validCard.references,
    sizes: sizes && card.kind === 'image' ? toWholePixels(sizes) : null,
  };
  return {
    commands: writeCommands(newModel, {
      engine,
      upstream,
      card,
      isDescribed: kind.proposeCard !== undefined,
    }),
    notes: [...notes],
    settings,
    model: newModel,
  };
}

/** A card has whole numbers of pixels. */
function toWholePixels({ multiple, minPixels, maxPixels, list }: SizeRules) {
  return {
    multiple,
    ...(minPixels !== undefined && { minPixels: Math.ceil(minPixels) }),
    ...(maxPixels !== undefined && { maxPixels: Math.floor(maxPixels) }),
    ...(list && { list: [...list] }),
  };
}

/** Returns, for example, `painter-large` for `owner/painter/large`: without the owner and the version. */
function proposeId(upstream: string): string {
  const [name = ''] = upstream.split(':');
  const parts = name.split('/');
  const nameWithoutOwner = (parts.length > 1 ? parts.slice(1) : parts).join('-').toLowerCase();
  const id = nameWithoutOwner
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 64);
  return id || 'model';
}

function writeCommands(
  {
    model,
    kind,
    name,
    description,
    operations,
    parameters,
    references,
    sizes,
  }: NonNullable<Proposal['model']>,
  {
    engine,
    upstream,
    card,
    isDescribed,
  }: Pick<ProposalSubject, 'engine' | 'upstream'> & {
    readonly card: ProposedCard;
    readonly isDescribed: boolean;
  },
): string[] {
  const unit = kind === 'video' ? 'second' : 'image';
  const price = { unit, rules: [{ unitPrice: '<price>' }], tiers: { fast: '1' } };
  const options = [
    ['name', name],
    ['description', description],
    ['operations', operations.join(',')],
    ['parameters', JSON.stringify(parameters)],
    ...(kind === 'video' ? [['references', JSON.stringify(references)]] : []),
    ...(sizes ? [['sizes', JSON.stringify(sizes)]] : []),
    ['price', JSON.stringify(price)],
  ];
  const words = options.flatMap(([option, value = '']) =>
    value ? [`--${option} ${quoteForShell(value)}`] : [],
  );
  const settings = quoteForShell(JSON.stringify(card.settings));
  return [
    ...(isDescribed ? [`kinora engine change ${engine} --settings ${settings}`] : []),
    `kinora model add ${model} --kind ${kind} ${words.join(' ')}`,
    `kinora route add ${model} --engine ${engine} --upstream ${quoteForShell(upstream)}`,
  ];
}

/** Quotes a text for a POSIX shell, regardless of what the provider wrote. */
function quoteForShell(text: string): string {
  return /^[\w./:,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
