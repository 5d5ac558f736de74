/** How wide the page's scrollbar is: app.css takes it away while a dialog is open, and leaves its room free. */
export function measureScrollbar(): void {
  const measure = () => {
    if (document.querySelector('dialog:modal')) return;
    const { documentElement: root } = document;
    root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
  };
  // It does not bubble.
  document.addEventListener('beforetoggle', measure, true);
}
