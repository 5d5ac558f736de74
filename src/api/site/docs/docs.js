// Adds copy buttons to code, lets the keyboard scroll wide tables, and closes the list of pages where it
// would push the page down. Without it, everything can be read.
const texts = document.documentElement.lang.startsWith('zh')
  ? { copy: '复制', copied: '已复制', selected: '已选中' }
  : { copy: 'Copy', copied: 'Copied', selected: 'Selected' };

for (const pre of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = texts.copy;
  button.addEventListener('click', async () => {
    const isCopied = await copy(pre);
    button.textContent = isCopied ? texts.copied : texts.selected;
    setTimeout(() => (button.textContent = texts.copy), 2000);
  });
  const box = document.createElement('div');
  box.className = 'code';
  pre.before(box);
  box.append(pre, button);
}

/**
 * Browsers offer the clipboard on HTTPS and localhost only. Elsewhere the code is
 * selected, to be copied by hand.
 */
async function copy(pre) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(pre.textContent ?? '');
    return true;
  }
  getSelection()?.selectAllChildren(pre);
  return false;
}

for (const table of document.querySelectorAll('.table'))
  if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;

const menu = document.querySelector('.menu');
const narrow = matchMedia('(max-width: 900px)');
const fold = () => menu.toggleAttribute('open', !narrow.matches);
narrow.addEventListener('change', fold);
fold();
menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
