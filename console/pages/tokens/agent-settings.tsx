/** The settings of agents for a new token, one program at a time. */
import { useState } from 'react';
import { serverAddress } from '../../data/server-path.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { agentConfigs, type AgentConfig } from './agent-configs.ts';
import { tokenMessages } from './messages.ts';

export function AgentSettings({ secret }: { readonly secret: string }) {
  const t = useMessages(tokenMessages);
  const configs = agentConfigs(serverAddress(), secret);
  const [program, setProgram] = useState<AgentConfig['program']>('Claude Code');
  const { file, code, hasFolder } = configs.find(each => each.program === program) as AgentConfig;
  return (
    <div className="grid gap-3">
      <p className="text-muted">{t.forAgentsDescription}</p>
      <SegmentedControl
        label={t.forAgents}
        isQuiet
        value={program}
        segments={configs.map(each => ({ value: each.program, label: each.program }))}
        onChange={setProgram}
      />
      <CodeBlock label={file ?? t.terminal} code={code} />
      {hasFolder && <p className="text-sm text-muted">{t.forAgentsFolder}</p>}
    </div>
  );
}
