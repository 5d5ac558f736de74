/** The workflow that is being bound: from a file, or from a stored one. */
import { useState } from 'react';
import { callProcedure, readProcedure } from '../../data/api.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { toDraft, storedToDraft, type WorkflowDraft } from './draft.ts';
import { workflowMessages } from './messages.ts';
import type { Workflow } from './saved-workflows.tsx';

/** The text that is sent, without the spaces and line ends that files have. */
const maxBytes = 1024 * 1024;
const maxFileBytes = 8 * maxBytes;

export function useDraft() {
  const t = useMessages(workflowMessages);
  const [draft, setDraft] = useState<WorkflowDraft>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);

  async function open(loadDraft: () => Promise<WorkflowDraft | string>): Promise<void> {
    setProblem(undefined);
    setReading(true);
    try {
      const result = await loadDraft();
      if (typeof result === 'string') setProblem(result);
      else setDraft(result);
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setReading(false);
    }
  }

  return {
    draft,
    problem,
    isReading,
    close: () => setDraft(undefined),
    change: (fields: Partial<WorkflowDraft>) => setDraft(before => before && { ...before, ...fields }),
    readFile: (file: File) =>
      open(async () => {
        if (file.size > maxFileBytes) return t.tooLarge;
        const graph = parseJson(await file.text());
        if (graph === undefined) return t.notJson;
        if (new Blob([JSON.stringify(graph)]).size > maxBytes) return t.tooLarge;
        return toDraft(graph, await callProcedure('workflow read', { graph }), file.name);
      }),
    edit: ({ family, primitive }: Workflow) =>
      open(async () => {
        const stored = await readProcedure('workflow show', { family, primitive });
        return storedToDraft(stored, await callProcedure('workflow read', { graph: stored.graph }));
      }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
