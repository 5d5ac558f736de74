/** Creates one value for each key, when it is first requested. */
export function memoizeByKey<Key, Value>(createValue: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return key => {
    const value = values.get(key) ?? createValue(key);
    values.set(key, value);
    return value;
  };
}
