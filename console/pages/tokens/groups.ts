/** The groups that the account may use, and their models. */
import type { LineOf } from '../../../src/api/procedures/table/contract.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { keyVariables } from '@kinora/shared/snippets/snippet';
import { list, readProcedure } from '../../data/api.ts';
import { groupsQuery, type Group } from '../../data/tokens/account-groups.ts';
import type { TokenWithKey } from '../../data/tokens/create-tokens.ts';
import type { Token } from '../../data/tokens/tokens.ts';

export type ModelLine = LineOf<'model list'>;

export const modelLinesQuery = queryOptions({
  queryKey: ['model lines'],
  queryFn: () => list('model list'),
  staleTime: 60_000,
});

export function modelsInGroup(group: Group, models: readonly ModelLine[]): readonly ModelLine[] {
  return models.filter(
    ({ id, group: modelGroup }) => group.models?.includes(id) ?? modelGroup === group.group,
  );
}

/** Ids of the models that the token can use. */
export function useUsableModels(token: Pick<Token, 'group' | 'models'>): readonly string[] {
  const { data: groups = [] } = useQuery(groupsQuery);
  const { data: models = [] } = useQuery(modelLinesQuery);
  const group = groups.find(({ group: name }) => name === token.group);
  return token.models ?? (group ? modelsInGroup(group, models).map(({ id }) => id) : []);
}

/** A request that runs as it is: with the first model that requires only a prompt. */
export function requestQuery({ kind, key }: Pick<TokenWithKey, 'kind' | 'key'>, models: readonly string[]) {
  return queryOptions({
    queryKey: ['request with key', models, key],
    queryFn: async () => {
      const modelDetails = await Promise.all(models.map(model => readProcedure('model show', { model })));
      const requests = modelDetails.flatMap(({ requests: { midjourney, videos } }) => {
        const curl = (midjourney ?? videos)?.curl;
        return curl === undefined ? [] : [curl];
      });
      const simple = requests.find(curl => !curl.includes('https://example.com/')) ?? requests[0] ?? '';
      return simple.replace(`$${keyVariables[kind]}`, key);
    },
    enabled: models.length > 0,
    staleTime: Infinity,
    // The request includes the key.
    gcTime: 0,
  });
}
