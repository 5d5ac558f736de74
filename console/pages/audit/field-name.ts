/** Display names for the fields of records in lists, such as the price and the conditions of a price rule. */
import { useParameterNames } from '../../forms/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import type { DescribeField } from './diff.ts';
import { auditMessages } from './messages.ts';

/** A condition is named after its parameter. */
export function useDescribeField(): DescribeField {
  const fields: Readonly<Record<string, string>> = useMessages(auditMessages).ruleFields;
  const { parameterName, formatParameter } = useParameterNames();
  return (field, value) => `${fields[field] ?? parameterName(field)} ${formatParameter(field, value)}`;
}
