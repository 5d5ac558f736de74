/** The list of all keyboard shortcuts, with a switch that turns off single-key shortcuts. */
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { SwitchField } from '../ui/fields/field.tsx';
import { singleKeys } from '../ui/keys.ts';
import { catalogue, useMessages } from '../i18n/catalogue.ts';

const shortcutMessages = catalogue({
  en: {
    title: 'Keyboard shortcuts',
    single: 'Single-letter shortcuts',
    singleHint: 'Turn off if you use speech input.',
    everywhere: 'Everywhere',
    onPictures: 'On a picture',
    onLists: 'In lists',
    descriptions: {
      palette: 'Search',
      help: 'Show shortcuts',
      prompt: 'Focus the prompt',
      run: 'Generate',
      line: 'New line',
      history: 'Previous prompts (when empty)',
      pick: 'Go to image 1–4',
      upscale: 'Select from the grid, or upscale',
      vary: 'Vary (Shift: strong)',
      reroll: 'Re-roll',
      edit: 'Edit the prompt',
      animate: 'Animate',
      star: 'Star',
      download: 'Download',
      compare: 'Add to comparison',
      details: 'Details',
      delete: 'Delete (can be undone)',
      move: 'Next image',
      open: 'Open',
      rows: 'Next and previous row',
      close: 'Close, or leave the prompt',
    },
  },
  zh: {
    title: '键盘快捷键',
    single: '单字母快捷键',
    singleHint: '使用语音输入时请关闭。',
    everywhere: '任何页面',
    onPictures: '在图片上',
    onLists: '在列表中',
    descriptions: {
      palette: '搜索',
      help: '显示快捷键',
      prompt: '输入提示词',
      run: '生成',
      line: '换行',
      history: '以前的提示词（输入栏为空时）',
      pick: '移到第 1–4 张图片',
      upscale: '从四宫格中选取，或放大',
      vary: '变化（按住 Shift：强变化）',
      reroll: '重新生成',
      edit: '编辑提示词',
      animate: '生成动画',
      star: '加星标',
      download: '下载',
      compare: '加入对比',
      details: '详情',
      delete: '删除（可撤销）',
      move: '移到下一张',
      open: '打开大图',
      rows: '上一行、下一行',
      close: '关闭，或离开提示词',
    },
  },
});

type ShortcutName = keyof (typeof shortcutMessages)['en']['descriptions'];

const parts: Readonly<
  Record<'everywhere' | 'onPictures' | 'onLists', readonly (readonly [string, ShortcutName])[]>
> = {
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
  const t = useMessages(shortcutMessages);
  return (
    <Dialog title={t.title} onClose={onClose} className="w-[min(720px,calc(100vw-24px))]!">
      <div className="columns-1 gap-8 sm:columns-2">
        {(['everywhere', 'onPictures', 'onLists'] as const).map(part => (
          <section key={part} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-sm font-semibold text-muted">{t[part]}</h3>
            <dl>
              {parts[part].map(([key, shortcut]) => (
                <div key={shortcut} className="flex min-h-7 items-center justify-between gap-4">
                  <dt>{t.descriptions[shortcut]}</dt>
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
