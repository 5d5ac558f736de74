/** Measures the page's scrollbar: app.css hides it while a dialog is open and keeps its space reserved. */
export function measureScrollbar(): void {
  const measure = () => {
    if (document.querySelector('dialog:modal')) return;
    const { documentElement: root } = document;
    root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
  };
  // The event does not bubble.
  document.addEventListener('beforetoggle', measure, true);
}
