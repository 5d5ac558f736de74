/** Accepts pictures dropped anywhere on the page. */
import { useState, type DragEvent } from 'react';
import type { Pictures } from './use-pictures.ts';

export function useDrop(pictures: Pictures) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      void pictures.add(event.dataTransfer.files);
    },
  };
}
