/**
 * Derives from the failure of an engine why its task failed: a code, what clients may read, and what only
 * operators see.
 */
import type { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineFailure } from '../../../engines/contract/engine-failure.ts';
import { reasonTexts } from '@kinora/shared/errors/reason';
import { withDetail } from '../../../platform/lib/text/with-detail.ts';
import { withoutAddresses } from '../../../platform/lib/text/without-addresses.ts';
import type { ErrorDetails } from '@kinora/shared/errors/errors';
import type { EndReason } from './step-event.ts';

const maxCauseLength = 2000;

/** The cause is for operators: only `task show` shows it. */
export function failureReason(failure: EngineError): EndReason {
  const causeText = readCauseText(failure) ?? failure.message;
  const hasMoreDetail = causeText !== withoutAddresses(failure.message);
  return {
    code: failure.code satisfies EngineFailure,
    details: { ...clientTexts(failure), ...(hasMoreDetail && { cause: causeText.slice(0, maxCauseLength) }) },
  };
}

/** Removes addresses, because the messages of an engine may contain those of its operator. */
function clientTexts({ reason }: EngineError): ErrorDetails {
  const texts = Object.entries(reasonTexts(reason));
  return Object.fromEntries(texts.map(([name, text]) => [name, withoutAddresses(text)]));
}

/** Operators see what went wrong; the client does not. */
export function unknownStartReason(failure: EngineError): EndReason {
  return { code: 'start_unknown', details: causeDetails(failure) };
}

/** Returns what went wrong, for operators only. */
export function causeDetails(failure: EngineError): ErrorDetails {
  return { cause: withDetail(failure.message, readCauseText(failure)).slice(0, maxCauseLength) };
}

function readCauseText({ cause }: EngineError): string | undefined {
  const text = cause instanceof Error ? cause.message : cause;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
