/** Vary (Region): the user paints the area to generate again, and edits the prompt. */
import { useRef, useState } from 'react';
import { formatPercent } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { MaskBoard, type MaskBoardHandle } from './mask-board.tsx';
import { MaskTools, defaultTool } from './mask-tools.tsx';
import { noHistory } from './mask.ts';
import { modalMessages } from './messages.ts';
import { ModalFrame, PromptField, type ModalProps } from './modal-frame.tsx';
import { listTiles } from '../tiles.ts';

export function MaskDialog(props: ModalProps) {
  const t = useMessages(modalMessages);
  const { waiting, parent, onAnswer } = props;
  const [prompt, setPrompt] = useState(waiting.prompt ?? '');
  const [history, setHistory] = useState(noHistory);
  const [tool, setTool] = useState(defaultTool);
  const [share, setShare] = useState(0);
  const board = useRef<MaskBoardHandle>(null);
  const [picture] = listTiles(parent);
  if (!picture?.url) return null;
  const { url, width, height } = picture;
  return (
    <ModalFrame
      {...props}
      className="w-[min(1080px,calc(100vw-24px))]!"
      isReady={share > 0}
      onSubmit={() => onAnswer({ prompt, maskBase64: board.current?.toDataUrl() ?? '' })}
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
