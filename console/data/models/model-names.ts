/** What models are called, by their ids. */
import { useQuery } from '@tanstack/react-query';
import { factsQuery } from './models.ts';

/** The id itself while nobody knows a name. */
export function useModelNames(): (id: string) => string {
  const { data = [] } = useQuery(factsQuery);
  return id => data.find(model => model.id === id)?.name ?? id;
}
