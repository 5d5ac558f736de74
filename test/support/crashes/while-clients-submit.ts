/** Clients that submit tasks while a test does something else to their server. */

/** Runs `act` while `clients` clients repeat `submit`. They stop when it ends, also when it fails. */
export async function whileClientsSubmit<Result>(
  clients: number,
  submit: () => Promise<void>,
  act: () => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const client = async () => {
    while (!isOver) await submit();
  };
  const submitting = Promise.all(Array.from({ length: clients }, client));
  try {
    return await act();
  } finally {
    isOver = true;
    await submitting;
  }
}
