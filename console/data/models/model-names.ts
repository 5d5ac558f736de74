/** Display names of models, by id, for operators. */
import { useQuery } from '@tanstack/react-query';
import { allModelsQuery } from './managed-models.ts';

/** Falls back to the id until the names are loaded. */
export function useModelNames(): (id: string) => string {
  const { data = [] } = useQuery(allModelsQuery);
  return id => data.find(model => model.id === id)?.name ?? id;
}
