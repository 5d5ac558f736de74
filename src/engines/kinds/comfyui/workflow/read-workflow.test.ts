/** Files of workflows as people have them, and what is wrong with others. */
import { reasonText, type Reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../contract/json.ts';
import { readWorkflow, unwrapGraph } from './read-workflow.ts';

const node = (class_type: string, inputs: Record<string, Json>) => ({ class_type, inputs });

test('a workflow saved for the editor and a file that is no workflow have different errors', () => {
  const findProblem = (json: unknown) => {
    const read = readWorkflow(json);
    return 'problem' in read ? reasonText(read.problem) : undefined;
  };
  assert.match(findProblem({ nodes: [], links: [] }) ?? '', /Export \(API\)/);
  for (const json of [{}, [], null, 7, { a: 1 }, { a: { inputs: {} } }, { prompt: { prompt: {} } }])
    assert.match(findProblem(json) ?? '', /not a ComfyUI workflow/);
});

test('a workflow is read inside of what other programs wrap around it', () => {
  const graph = { 9: node('SaveImage', { filename_prefix: '' }) };
  const editor = { nodes: [], links: [] };
  for (const json of [
    graph,
    { prompt: graph },
    { prompt: graph, client_id: 'a' },
    { input: { workflow: graph, images: [] } },
    { output: graph, workflow: editor },
  ])
    assert.deepEqual(unwrapGraph(json), graph, JSON.stringify(json));
  const read = readWorkflow({ input: { workflow: graph } });
  assert.deepEqual('workflow' in read && read.workflow.graph, graph);
  const editorResult = readWorkflow({ workflow: editor });
  assert.match('problem' in editorResult ? reasonText(editorResult.problem) : '', /saves it for its editor/);
  const nodeNamedPrompt = { prompt: node('SaveImage', { filename_prefix: '' }) };
  assert.deepEqual(unwrapGraph(nodeNamedPrompt), nodeNamedPrompt);
});

test('nodes without a class or without inputs are named', () => {
  const nodeProblem = (nodes: Json) => {
    const read = readWorkflow({ 9: node('SaveImage', { filename_prefix: '' }), ...(nodes as object) });
    return 'problem' in read ? read.problem : undefined;
  };
  const note = { inputs: { UNKNOWN: '' }, _meta: { title: 'Note' } };
  const problem = nodeProblem({ 77: note, 78: { inputs: {}, class_type: null } });
  assert.match(textIn(problem), /^these nodes have no class \(class_type\).*: 77 \(Note\), 78\./);
  assert.match(problem ? reasonText(problem, 'zh') : '', /77 \(Note\), 78/);
  assert.match(textIn(nodeProblem({ 5: { class_type: 'X' } })), /^these nodes have no inputs: 5\./);
  const untitledNode = { ...node('X', {}), _meta: { title: null } };
  assert.equal(nodeProblem({ 5: untitledNode }), undefined, 'a title is not needed');
});

function textIn(problem: Reason | undefined): string {
  return problem ? reasonText(problem) : '';
}
