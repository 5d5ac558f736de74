/**
 * Reasons why a workflow or a route to one cannot be used. They follow the name of a field, without a full
 * stop. A part of the one table (reason.ts).
 */
export const workflowReasons = {
  graph_for_editor: {
    en: 'this is a workflow as ComfyUI saves it for its editor. Export it in the API format: "Export (API)" in the menu of ComfyUI',
    zh: '这是 ComfyUI 编辑器保存的工作流。请在 ComfyUI 菜单中选择 "Export (API)"（导出 API）',
  },
  graph_format: {
    en: 'this is not a ComfyUI workflow in the API format. Choose "Export (API)" in the menu of ComfyUI',
    zh: '这不是 API 格式的 ComfyUI 工作流。请在 ComfyUI 菜单中选择 "Export (API)"（导出 API）',
  },
  graph_without_class: {
    en: 'these nodes have no class (class_type): {nodes}. Delete them in ComfyUI, or install the extension that they belong to, and export again',
    zh: '以下节点没有类（class_type）：{nodes}。请在 ComfyUI 中删除它们，或安装它们所属的扩展，然后重新导出',
  },
  graph_without_inputs: {
    en: 'these nodes have no inputs: {nodes}. Choose "Export (API)" in the menu of ComfyUI again',
    zh: '以下节点没有 inputs：{nodes}。请在 ComfyUI 菜单中重新选择 "Export (API)"（导出 API）',
  },
  graph_large: { en: 'it has {count} nodes. Allowed: {limit}', zh: '有 {count} 个节点，最多 {limit} 个' },
  graph_loose_link: {
    en: 'the input {input} of node {node} comes from a node {target}, which is not there',
    zh: '节点 {node} 的输入 {input} 来自节点 {target}，但该节点不存在',
  },
  graph_cycle: {
    en: 'these nodes feed each other, so none of them can run: {nodes}',
    zh: '这些节点互为输入，因此都无法运行：{nodes}',
  },
  node_absent: { en: 'there is no node {node}', zh: '没有节点 {node}' },
  node_input_absent: {
    en: 'there is no input {input} of a node {node}',
    zh: '没有节点 {node} 的输入 {input}',
  },
  primitive_of: { en: 'expected one of {allowed}', zh: '应为以下之一：{allowed}' },
  slot_idle: {
    en: 'the slot {name} on node {node} ({nodeClass}) sets no input. Bind it to an input, or write it into the title of a node with one of: {inputs}',
    zh: '节点 {node}（{nodeClass}）上的槽位 {name} 没有设置任何输入。请将它绑定到某个输入，或写入具有以下输入之一的节点的标题：{inputs}',
  },
  slot_other_type: {
    en: 'the slot {name} is a {slotType}, but the input {input} of node {node} is a {inputType}. Bind it to an input of its type',
    zh: '槽位 {name} 的类型为 {slotType}，而节点 {node} 的输入 {input} 的类型为 {inputType}。请将它绑定到类型相同的输入',
  },
  slot_linked: {
    en: 'the slot {name} cannot set the input {input} of node {node}, which comes from node {from}. Bind it to an input that has a value, such as one of node {from}',
    zh: '槽位 {name} 无法设置节点 {node} 的输入 {input}，因为它来自节点 {from}。请绑定到有值的输入，例如节点 {from} 的输入',
  },
  slots_missing: {
    en: '{primitive} needs the slots {names}. Bind them, or write {titles} into titles of nodes',
    zh: '{primitive} 需要槽位 {names}。请绑定它们，或在节点标题中写入 {titles}',
  },
  family_absent: {
    en: 'there is no workflow family {name}.{meant} Allowed: {allowed}',
    zh: '没有工作流系列 {name}。{meant}允许：{allowed}',
  },
  upstream_file: {
    en: 'the model file in {upstream} has no ending. Did you mean {upstream}.safetensors? A probe of the engine lists its files',
    zh: '{upstream} 中的模型文件缺少扩展名。您是否想用 {upstream}.safetensors？探测该引擎会列出其文件',
  },
  slot_absent: {
    en: 'the workflows of this upstream have no slot {name} that a route can set. Allowed: {allowed}',
    zh: '此上游的工作流没有可由路由设置的槽位 {name}。允许：{allowed}',
  },
  slot_type: { en: '{name} must be a {type}, not {value}', zh: '{name} 的类型应为 {type}，而不是 {value}' },
} as const;
