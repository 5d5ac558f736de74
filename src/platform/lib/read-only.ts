/** Makes all fields and lists of a type readonly, at every level. */
export type ReadOnly<Value> = Value extends readonly (infer Line)[]
  ? readonly ReadOnly<Line>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
    : Value;
