/** Every key that does something, and the switch that turns single keys off. */
import { Dialog } from '../ui/dialog.tsx';
import { SwitchField } from '../ui/field.tsx';
import { singleKeys } from '../ui/keys.ts';
import { catalogue, useWords } from '../words/words.ts';

const shortcutWords = catalogue({
  en: {
    title: 'Keyboard shortcuts',
    single: 'Single-letter shortcuts',
    singleHint: 'Off: letters do nothing by themselves, as speech input may need.',
    everywhere: 'Everywhere',
    onPictures: 'On a picture',
    onLists: 'In lists',
    does: {
      palette: 'Search and go to',
      help: 'This list',
      prompt: 'Write a prompt',
      run: 'Make it',
      line: 'New line',
      history: 'Earlier prompts (in the empty bar)',
      pick: 'Go to picture 1 to 4',
      upscale: 'Pick one of a grid; upscale what was picked',
      vary: 'Vary (with Shift: strongly)',
      reroll: 'Roll again',
      edit: 'Edit the prompt',
      animate: 'Animate',
      star: 'Star',
      download: 'Download',
      compare: 'Choose to compare',
      details: 'Details',
      delete: 'Delete (can be undone)',
      move: 'Go to the next picture',
      open: 'Open large',
      rows: 'Next and previous row',
      close: 'Close what is open; from the prompt to the pictures',
    },
  },
  zh: {
    title: '键盘快捷键',
    single: '单字母快捷键',
    singleHint: '关闭后，单独按字母不会触发操作（便于语音输入）。',
    everywhere: '任何页面',
    onPictures: '在图片上',
    onLists: '在列表中',
    does: {
      palette: '搜索与跳转',
      help: '此列表',
      prompt: '输入提示词',
      run: '生成',
      line: '换行',
      history: '以前的提示词（输入栏为空时）',
      pick: '移到第 1–4 张图片',
      upscale: '选取网格中的一张；放大已选取的图片',
      vary: '变化（按住 Shift：强变化）',
      reroll: '重新生成',
      edit: '编辑提示词',
      animate: '生成动画',
      star: '收藏',
      download: '下载',
      compare: '选择以对比',
      details: '详情',
      delete: '删除（可撤销）',
      move: '移到下一张',
      open: '打开大图',
      rows: '上一行、下一行',
      close: '关闭；从提示词移到图片',
    },
  },
});

type Deed = keyof (typeof shortcutWords)['en']['does'];

const parts: Readonly<Record<'everywhere' | 'onPictures' | 'onLists', readonly (readonly [string, Deed])[]>> =
  {
    everywhere: [
      ['Ctrl K', 'palette'],
      ['?', 'help'],
      ['/', 'prompt'],
      ['Enter', 'run'],
      ['Shift Enter', 'line'],
      ['↑', 'history'],
      ['Esc', 'close'],
    ],
    onPictures: [
      ['1 – 4', 'pick'],
      ['U', 'upscale'],
      ['V', 'vary'],
      ['R', 'reroll'],
      ['E', 'edit'],
      ['A', 'animate'],
      ['S', 'star'],
      ['D', 'download'],
      ['C', 'compare'],
      ['I', 'details'],
      ['Del', 'delete'],
      ['← → ↑ ↓', 'move'],
      ['Enter', 'open'],
    ],
    onLists: [['J, K', 'rows']],
  };

export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(shortcutWords);
  return (
    <Dialog title={t.title} onClose={onClose} className="w-[min(720px,calc(100vw-24px))]!">
      <div className="columns-1 gap-8 sm:columns-2">
        {(['everywhere', 'onPictures', 'onLists'] as const).map(part => (
          <section key={part} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-sm font-semibold text-muted">{t[part]}</h3>
            <dl>
              {parts[part].map(([key, deed]) => (
                <div key={deed} className="flex min-h-7 items-center justify-between gap-4">
                  <dt>{t.does[deed]}</dt>
                  <dd>
                    <kbd className="rounded-sm border border-line bg-bg px-1.5 font-mono text-xs">{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <SwitchField
        label={t.single}
        hint={t.singleHint}
        checked={singleKeys.use()}
        onChange={singleKeys.set}
      />
    </Dialog>
  );
}
