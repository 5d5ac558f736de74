interface ConditionalRule {
  readonly when?: Readonly<Record<string, unknown>> | null;
}

/** Sorts the rules of a price for display: the general rule comes last. */
export function sortGeneralLast<Rule extends ConditionalRule>(rules: readonly Rule[]): Rule[] {
  const isGeneral = ({ when }: Rule) => Object.keys(when ?? {}).length === 0;
  return [...rules.filter(rule => !isGeneral(rule)), ...rules.filter(isGeneral)];
}
