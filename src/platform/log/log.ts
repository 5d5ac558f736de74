/**
 * The log, on standard error, so that standard output stays for what commands print:
 * JSON lines, or text for people.
 */
import { pino, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { errorRecord } from './error-record.ts';
import { logFields } from './log-context.ts';
import { currentTraceId } from '../lib/trace/spans.ts';
import { textLine } from './text-line.ts';

export type LogSettings = Pick<Config, 'logLevel' | 'logFormat' | 'logPrompts'>;

export interface LogDestination {
  write(line: string): void;
}

/** `destination` replaces standard error. */
export function openLog(settings: LogSettings, destination = standardError(settings)): Logger {
  const { logLevel: level, logPrompts: isFull } = settings;
  const serializers = {
    err: (error: unknown) => errorRecord(error, { isFull }),
    prompt: (prompt: string) => (isFull ? prompt : undefined),
  };
  return pino({ level, serializers, mixin: currentFields }, destination);
}

function currentFields(): object {
  const traceId = currentTraceId();
  return { ...logFields(), ...(traceId !== undefined && { traceId }) };
}

function standardError({ logFormat }: Pick<LogSettings, 'logFormat'>): LogDestination {
  const lines = pino.destination({ fd: 2, sync: true });
  const { isTTY: isTerminal } = process.stderr;
  if (logFormat === 'json' || (logFormat === 'auto' && !isTerminal)) return lines;
  const isColored = isTerminal && process.stderr.hasColors();
  return { write: line => lines.write(textLine(line, { isColored })) };
}
