/** A copy of an object without some of its fields. */
export function without<Value extends object, Name extends keyof Value>(
  value: Value,
  names: readonly Name[],
): Omit<Value, Name> {
  const copy: Partial<Value> = { ...value };
  for (const name of names) delete copy[name];
  return copy as Omit<Value, Name>;
}
