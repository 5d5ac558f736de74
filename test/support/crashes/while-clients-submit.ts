/** Clients that submit tasks while a test does something else to their server. */

/**
 * Runs `act` while `clients` clients repeat `submit`. They stop when it ends, also when it fails.
 * Rejects if `act` or a client fails.
 */
export async function whileClientsSubmit<Result>(
  clients: number,
  submit: () => Promise<void>,
  act: () => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const client = async () => {
    while (!isOver) await submit();
  };
  const submitting = Promise.allSettled(Array.from({ length: clients }, client));
  const result = await act().finally(() => {
    isOver = true;
    return submitting;
  });
  for (const end of await submitting) if (end.status === 'rejected') throw end.reason;
  return result;
}
