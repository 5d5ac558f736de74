/**
 * A machine whose clock is wrong, for a process of a test. The file that WRONG_CLOCK_FILE names says how many
 * milliseconds it is ahead. It is read at the start and at each SIGUSR2: then the clock jumps. Time that
 * passes is measured rightly, as the monotonic clock of a machine does.
 */
import { readFileSync } from 'node:fs';

const { WRONG_CLOCK_FILE: file } = process.env;
const MachineDate = globalThis.Date;

if (file !== undefined) {
  let aheadMs = readAhead(file);
  process.on('SIGUSR2', () => {
    aheadMs = readAhead(file);
  });
  const now = () => MachineDate.now() + aheadMs;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (date, values, target) =>
      Reflect.construct(date, values.length === 0 ? [now()] : values, target),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  });
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + aheadMs });
}

function readAhead(path: string): number {
  return Number(readFileSync(path, 'utf8'));
}
