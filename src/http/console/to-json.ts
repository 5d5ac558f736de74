/** A list goes out under a name, so that something can be added beside it later. */
export function toJson(result: unknown): object {
  return Array.isArray(result) ? { object: 'list', data: result } : (result as object);
}
