/**
 * Options of V8 for a process that has a core for itself, or shares it with others that compute: threads that collect its heap would take
 * their time. Nobody notices its pauses.
 */
export const collectAlone = [
  '--no-parallel-scavenge',
  '--no-parallel-marking',
  '--no-concurrent-marking',
  '--no-concurrent-sweeping',
  '--no-incremental-marking',
] as const;
