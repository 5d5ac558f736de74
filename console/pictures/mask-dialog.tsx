/** Vary (Region): one paints over what is to be made anew, and says what shall be there. */
import { useRef, useState } from 'react';
import { formatPercent } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { MaskBoard, type MaskBoardHandle } from './mask-board.tsx';
import { MaskTools, usualTool } from './mask-tools.tsx';
import { noHistory } from './mask.ts';
import { modalWords } from './modal-words.ts';
import type { ModalProps } from './modal-dialog.tsx';
import { ModalFrame, PromptField } from './prompt-dialog.tsx';
import { tilesOf } from './tiles.ts';

export function MaskDialog(props: ModalProps) {
  const t = useWords(modalWords);
  const { waiting, parent, onSay } = props;
  const [prompt, setPrompt] = useState(waiting.prompt ?? '');
  const [history, setHistory] = useState(noHistory);
  const [tool, setTool] = useState(usualTool);
  const [share, setShare] = useState(0);
  const board = useRef<MaskBoardHandle>(null);
  const [picture] = tilesOf(parent);
  if (!picture?.url) return null;
  const { url, width, height } = picture;
  return (
    <ModalFrame
      {...props}
      className="w-[min(1080px,calc(100vw-24px))]!"
      isReady={share > 0}
      onSubmit={() => onSay({ prompt, maskBase64: board.current?.toDataUrl() ?? '' })}
    >
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_280px]">
        <div className="min-w-0">
          <MaskBoard
            ref={board}
            picture={{ url, width, height }}
            history={history}
            tool={tool}
            onChange={setHistory}
            onShare={setShare}
          />
          <p className="mt-2 text-sm text-muted" role="status">
            {share > 0 ? t.painted(formatPercent(Math.max(0.01, share))) : t.nothingPainted}
          </p>
        </div>
        <div className="grid content-start gap-4">
          <p className="text-sm text-muted">{t.paint}</p>
          <MaskTools {...{ tool, history, picture }} onTool={setTool} onHistory={setHistory} />
          <PromptField prompt={prompt} onChange={setPrompt} />
        </div>
      </div>
    </ModalFrame>
  );
}
