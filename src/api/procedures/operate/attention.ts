/** Describes the conditions that need an operator's attention, the most severe first. */
import type { z } from 'zod';
import { AppError, fillText, type ErrorDetails, type Language } from '@kinora/shared/errors/errors';
import { measureDiskSpace } from '../../../platform/lib/disk/disk-space.ts';
import { readClockLeap } from '../../../core/operate/clock-watch.ts';
import { type CurrentEngine, readCurrentEngines } from '../../../core/operate/engines/engine-states.ts';
import { readAlertSignals, type AlertSignals } from '../../../core/operate/overview/alert-signals.ts';
import { unavailableReason } from '../engines/engine-procedures.ts';
import { money } from '../fields/fields.ts';
import { operateText, type OperateText } from '../operate-texts.ts';
import { checkPrice } from '../prices/price-procedures.ts';
import type { Context } from '../procedure.ts';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import type { attention } from '../records/operate-record.ts';

type Attention = ReadOnly<z.output<typeof attention>>;

type WriteText = (text: OperateText, details: ErrorDetails) => string;

export async function attentionIn(
  context: Pick<Context, 'catalogue' | 'currency' | 'dataDir' | 'db' | 'language'>,
): Promise<Attention[]> {
  const write: WriteText = (text, details) => operateText(text, details, context.language);
  const engines = await readCurrentEngines(context.db, context.catalogue);
  const models = context.catalogue.models.map(({ card }) => card.id);
  const signals = await readAlertSignals(context.db, models);
  const entries = [
    ...charges(write, signals),
    ...payments(write, signals),
    ...(await clock(write, context)),
    ...(await storage(write, context)),
    ...engines.flatMap(engine => engineLines(write, context, engine)),
    ...prices(write, context, signals),
    ...receivers(write, signals),
    ...accounts(write, context, signals),
    ...groups(write, signals),
    ...tokens(write, signals),
  ];
  return [
    ...entries.filter(one => one.severity === 'bad'),
    ...entries.filter(one => one.severity === 'warn'),
  ];
}

function charges(write: WriteText, { reconciliation }: AlertSignals): Attention[] {
  if (!reconciliation || reconciliation.problems === 0) return [];
  const { at, problems, firstProblem } = reconciliation;
  const details = { at: at.toISOString(), problems, reason: firstProblem ?? '' };
  return [{ kind: 'charge', severity: 'bad', text: write('attention_charge', details), path: '/ledger' }];
}

/**
 * A wrong signature alone may be a stranger's. A genuine report that was not stored
 * is money that is not credited.
 */
function payments(write: WriteText, { paymentFaults }: AlertSignals): Attention[] {
  return paymentFaults.map(({ provider, kind, count, lastAt }) => ({
    kind: 'payment',
    severity: kind === 'report' ? 'bad' : 'warn',
    text: write(`attention_payment_${kind}`, { provider, count, at: lastAt.toISOString() }),
    path: '/accounts',
  }));
}

async function clock(write: WriteText, { db }: Pick<Context, 'db'>): Promise<Attention[]> {
  const leap = await readClockLeap(db);
  if (!leap) return [];
  const { from, to, heldMinutes } = leap;
  const details = { from: from.toISOString(), to: to.toISOString(), hours: Math.ceil(heldMinutes / 60) };
  return [{ kind: 'storage', severity: 'bad', text: write('attention_clock', details), path: '/settings' }];
}

const gigabyte = 1024 ** 3;

/**
 * Warns if less than a tenth of the disk is free. Less than a twentieth, or than two gigabytes, is severe.
 */
async function storage(write: WriteText, { dataDir }: Pick<Context, 'dataDir'>): Promise<Attention[]> {
  const space = await measureDiskSpace(dataDir);
  if (!space || space.freeBytes * 10 >= space.totalBytes) return [];
  const isBad = space.freeBytes * 20 < space.totalBytes || space.freeBytes < 2 * gigabyte;
  const inGigabytes = (bytes: number) => (bytes / gigabyte).toFixed(1);
  const details = { free: inGigabytes(space.freeBytes), total: inGigabytes(space.totalBytes) };
  const text = write('attention_storage', details);
  return [{ kind: 'storage', severity: isBad ? 'bad' : 'warn', text, path: '/settings' }];
}

function engineLines(
  write: WriteText,
  context: Pick<Context, 'language'>,
  engine: CurrentEngine,
): Attention[] {
  const { name, state, queued: queuedCount } = engine;
  const line = { kind: 'engine', path: '/engines' } as const;
  if (state === 'healthy' || state === 'outside_hours' || (state === 'drained' && queuedCount === 0))
    return [];
  if (state === 'drained') {
    const text = write(queuedCount === 1 ? 'attention_queue_one' : 'attention_queue', {
      engine: name,
      queued: queuedCount,
    });
    return [{ ...line, severity: 'warn', text }];
  }
  const text = write('attention_engine', { engine: name, reason: unavailableReason(engine, context) ?? '' });
  return [{ ...line, severity: state === 'degraded' || state === 'over_budget' ? 'warn' : 'bad', text }];
}

function prices(
  write: WriteText,
  { catalogue, language }: Pick<Context, 'catalogue' | 'language'>,
  { deadPrices }: AlertSignals,
): Attention[] {
  const line = { kind: 'price', path: '/prices' } as const;
  const unfitPriceEntries = catalogue.models.flatMap(({ card }): Attention[] => {
    const reason = describeMisfit(() => checkPrice(card, { ...card.price, tiers: card.tiers }), language);
    if (reason === undefined) return [];
    const text = write('attention_price_unfit', { model: card.id, reason });
    return [{ ...line, severity: 'bad', text }];
  });
  const deadPriceEntries = deadPrices.map(({ model, version }): Attention => ({
    ...line,
    severity: 'warn',
    text: write('attention_price', { model, version: `v${version}` }),
  }));
  return [...unfitPriceEntries, ...deadPriceEntries];
}

function describeMisfit(check: () => void, language: Language): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return fillText('{reason}', error.details, language);
  }
}

function receivers(write: WriteText, { receivers: failing }: AlertSignals): Attention[] {
  return failing.map(({ origin, account, failures, offUntil }) => {
    const details = { origin, account, failures };
    const line = { kind: 'webhook', path: '/webhooks' } as const;
    return offUntil
      ? {
          ...line,
          severity: 'bad',
          text: write('attention_receiver_off', { ...details, until: offUntil.toISOString() }),
        }
      : { ...line, severity: 'warn', text: write('attention_receiver', details) };
  });
}

function accounts(
  write: WriteText,
  { currency }: Pick<Context, 'currency'>,
  { accounts: lowAccounts }: AlertSignals,
): Attention[] {
  return lowAccounts.map(({ name, availableMicros, spentMicros }) => {
    const sums = { available: money(availableMicros), spent: money(spentMicros), currency };
    const text = write('attention_account', { account: name, ...sums });
    return { kind: 'account', severity: 'warn', text, path: '/accounts' };
  });
}

function groups(write: WriteText, { openGroups }: AlertSignals): Attention[] {
  return openGroups.map(({ group, dearer }) => {
    const text = write('attention_open_group', { group, dearer });
    return { kind: 'price', severity: 'warn', text, path: '/groups' };
  });
}

function tokens(write: WriteText, { idleTokens: count }: AlertSignals): Attention[] {
  if (count === 0) return [];
  const text = write(count === 1 ? 'attention_token' : 'attention_tokens', { count });
  return [{ kind: 'token', severity: 'warn', text, path: '/tokens' }];
}
