/** The log: JSON lines on standard error, so that standard output stays for what commands print. */
import { pino, type Logger } from 'pino';

export function openLog(level: string): Logger {
  return pino({ level }, pino.destination({ fd: 2, sync: true }));
}
