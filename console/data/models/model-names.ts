/** Display names of models, by id. */
import { useQuery } from '@tanstack/react-query';
import { factsQuery } from './models.ts';

/** Falls back to the id until the names are loaded. */
export function useModelNames(): (id: string) => string {
  const { data = [] } = useQuery(factsQuery);
  return id => data.find(model => model.id === id)?.name ?? id;
}
