/**
 * Options of Node for a process that computes while others use the other cores: V8 collects its heap in the
 * main thread, because helper threads would take the time of the others. The program pauses for longer, so
 * not for a server. V8 reads them when it starts.
 */
export const mainThreadCollection = [
  '--no-parallel-scavenge',
  '--no-parallel-marking',
  '--no-concurrent-marking',
  '--no-concurrent-sweeping',
  // Marking in steps would only save pauses.
  '--no-incremental-marking',
];
