/**
 * Suggests slots for an export without titles: the inputs of well-known nodes, and what is connected to them.
 * A person can change all of it before the workflow is saved.
 */
import type { Json } from '../../../contract/json.ts';
import type { SlotBinding } from '../../../contract/kind/own-workflow.ts';
import { type Graph, isLink } from './read-workflow.ts';

/** An input with a value of its own. */
interface Place {
  readonly node: string;
  readonly input: string;
}

export function suggestSlots(graph: Graph): SlotBinding[] {
  const nodes = Object.keys(graph).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const pictures = findPictures(graph, nodes);
  const placesBySlot: [string, readonly Place[]][] = [
    ['prompt', findTexts(graph, nodes, 'prompt')],
    ['negative', findTexts(graph, nodes, 'negative')],
    ['seed', placesNamed(graph, nodes, ['seed', 'noise_seed'])],
    ['width', sizePlaces(graph, nodes, ['width'])],
    ['height', sizePlaces(graph, nodes, ['height'])],
    ['frames', sizePlaces(graph, nodes, ['length', 'frames_number', 'num_frames'])],
    ['batch', sizePlaces(graph, nodes, ['batch_size'])],
    ['fps', placesNamed(graph, nodes, ['fps', 'frame_rate'])],
    ['steps', samplingPlaces(graph, nodes, ['steps'])],
    ['cfg', samplingPlaces(graph, nodes, ['cfg'])],
    ['sampler', samplingPlaces(graph, nodes, ['sampler_name'])],
    ['scheduler', samplingPlaces(graph, nodes, ['scheduler'])],
    ['denoise', pictures.length > 0 ? samplingPlaces(graph, nodes, ['denoise']) : []],
    ['model', unlessSeveral(placesNamed(graph, nodes, ['ckpt_name', 'unet_name']))],
  ];
  const bindings = placesBySlot.flatMap(([slot, places]) => places.map(place => ({ slot, ...place })));
  return keepOneEach([...bindings, ...pictures, ...findResult(graph, nodes)]);
}

/** An input gets one slot: the first that was found for it. */
function keepOneEach(slots: readonly SlotBinding[]): SlotBinding[] {
  const slotsByPlace = new Map<string, SlotBinding>();
  for (const slot of slots) {
    const place = JSON.stringify([slot.node, slot.input]);
    if (!slotsByPlace.has(place)) slotsByPlace.set(place, slot);
  }
  return [...slotsByPlace.values()];
}

const textInputs = ['text', 'prompt', 'string', 'value', 'text_g', 'text_l', 'clip_l', 't5xxl'];
const titlePatterns = { prompt: /positive|prompt/i, negative: /negative/i } as const;

/** Returns what the samplers are connected to. Otherwise, texts whose nodes are titled as such. */
function findTexts(graph: Graph, nodes: readonly string[], slot: 'prompt' | 'negative'): Place[] {
  const inputs = slot === 'prompt' ? ['positive', 'conditioning'] : ['negative'];
  const samplers = nodes.filter(node => isSampling(graph, node));
  const connected = samplers.flatMap(node => inputs.flatMap(input => textsBehind(graph, { node, input })));
  if (connected.length > 0) return connected;
  return nodes
    .filter(node => {
      const { _meta: meta } = graph[node] ?? {};
      const title = meta?.title ?? '';
      return titlePatterns[slot].test(title) && (slot === 'negative' || !titlePatterns.negative.test(title));
    })
    .flatMap(node => ownTexts(graph, node));
}

/** A node that samples, or that guides sampling. */
function isSampling(graph: Graph, node: string): boolean {
  return /sampler|guider/i.test(graph[node]?.class_type ?? '');
}

/** Conditioning passes through other nodes, such as a ControlNet, until one that encodes words. */
function textsBehind(graph: Graph, { node, input }: Place, visitedNodes = new Set<string>()): Place[] {
  const link = graph[node]?.inputs[input];
  if (!isLink(link) || visitedNodes.has(link[0])) return [];
  const [source] = link;
  visitedNodes.add(source);
  const next = graph[source];
  // Words that are not wanted are no words at all.
  if (!next || /zero/i.test(next.class_type)) return [];
  const nodeTexts = ownTexts(graph, source);
  if (nodeTexts.length > 0) return nodeTexts;
  const through = [input, 'conditioning', 'conditioning_to', 'conditioning_1'];
  return (
    through
      .map(name => textsBehind(graph, { node: source, input: name }, visitedNodes))
      .find(places => places.length > 0) ?? []
  );
}

/** The texts of a node, or of the nodes that only hold them for it. */
function ownTexts(graph: Graph, node: string): Place[] {
  return textInputs.flatMap(input => {
    const place = valuePlace(graph, { node, input });
    return place && typeof valueAt(graph, place) === 'string' ? [place] : [];
  });
}

/** Follows links to a node that holds the value, such as `PrimitiveInt`. */
function valuePlace(graph: Graph, { node, input }: Place, depth = 0): Place | undefined {
  const value = valueAt(graph, { node, input });
  if (!isLink(value)) return value === undefined ? undefined : { node, input };
  const [source] = value;
  const inputName = ['value', 'string', 'text', 'int', 'seed'].find(
    name => graph[source]?.inputs[name] !== undefined,
  );
  return inputName === undefined || depth > 3
    ? undefined
    : valuePlace(graph, { node: source, input: inputName }, depth + 1);
}

function valueAt(graph: Graph, { node, input }: Place): Json | undefined {
  return graph[node]?.inputs[input];
}

function placesNamed(graph: Graph, nodes: readonly string[], inputs: readonly string[]): Place[] {
  return nodes.flatMap(node =>
    inputs.flatMap(input => {
      const place = valuePlace(graph, { node, input });
      return place && !isBoolean(valueAt(graph, place)) ? [place] : [];
    }),
  );
}

function isBoolean(value: Json | undefined): boolean {
  return typeof value === 'boolean';
}

function samplingPlaces(graph: Graph, nodes: readonly string[], inputs: readonly string[]): Place[] {
  const sampling = nodes.filter(node => /sampler|guider|scheduler/i.test(graph[node]?.class_type ?? ''));
  return placesNamed(graph, sampling, inputs);
}

/** Returns where the size begins: an empty latent or picture. Without one, where a picture is scaled. */
function sizePlaces(graph: Graph, nodes: readonly string[], inputs: readonly string[]): Place[] {
  const has = (node: string, name: string) => graph[node]?.inputs[name] !== undefined;
  const sizedNodes = nodes.filter(node => has(node, 'width') && has(node, 'height'));
  const empty = sizedNodes.filter(node => /empty|latent|tovideo/i.test(graph[node]?.class_type ?? ''));
  const chosenNodes =
    empty.length > 0 ? empty : sizedNodes.filter(node => /scale|resize/i.test(graph[node]?.class_type ?? ''));
  return placesNamed(graph, chosenNodes, inputs);
}

function unlessSeveral(places: readonly Place[]): readonly Place[] {
  return places.length === 1 ? places : [];
}

/** The inputs that say what a picture is for. */
const usesOfInputs: readonly (readonly [RegExp, string])[] = [
  [/^end_image|last/, 'last'],
  [/^clip_vision|^style/, 'style'],
];

/** The first is the one that is changed; the others can be absent. */
function findPictures(graph: Graph, nodes: readonly string[]): SlotBinding[] {
  let count = 0;
  return nodes.flatMap((node): SlotBinding[] => {
    const { class_type: className = '', inputs = {} } = graph[node] ?? {};
    if (!className.startsWith('LoadImage') || typeof inputs['image'] !== 'string') return [];
    if (className.includes('Mask')) return [{ slot: 'mask', node, input: 'image' }];
    const use = findUse(graph, node);
    if (use) return [{ slot: use, node, input: 'image', isOptional: true }];
    count += 1;
    if (count === 1) return [{ slot: 'picture', node, input: 'image' }];
    return [{ slot: `picture${count}`, node, input: 'image', isOptional: true }];
  });
}

function findUse(graph: Graph, picture: string): string | undefined {
  for (const { inputs, class_type: className } of Object.values(graph))
    for (const [name, value] of Object.entries(inputs)) {
      if (!isLink(value) || value[0] !== picture) continue;
      if (/CLIPVisionEncode/.test(className) && !isFirstFrame(graph)) return 'style';
      const use = usesOfInputs.find(([pattern]) => pattern.test(name))?.[1];
      if (use) return use;
    }
  return undefined;
}

/** Models of clips see their first frame through the same nodes as others see a style. */
function isFirstFrame(graph: Graph): boolean {
  return Object.values(graph).some(({ inputs }) => isLink(inputs['start_image']));
}

/** The node that saves the result: the last of them, because the others save what came before. */
function findResult(graph: Graph, nodes: readonly string[]): SlotBinding[] {
  const saving = nodes.filter(node => typeof graph[node]?.inputs['filename_prefix'] === 'string').at(-1);
  if (saving !== undefined) return [{ slot: 'out', node: saving, input: 'filename_prefix' }];
  const showing = nodes.filter(node => /^(Preview|Save)/.test(graph[node]?.class_type ?? '')).at(-1);
  return showing === undefined ? [] : [{ slot: 'out', node: showing }];
}
