/** The attached pictures: checked when chosen, uploaded when the prompt is run. */
import { useState } from 'react';
import { readPictureSize } from '../../../forms/read-picture-size.ts';
import type { Role } from '../../../prompt/read-draft.ts';
import { findPictureFault, type PictureFault } from '../../../forms/check-picture.ts';

export interface AddedPicture {
  readonly id: string;
  readonly name: string;
  readonly file: File;
  /** A blob URL for display. */
  readonly url: string;
  readonly role: Role;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

export interface RejectedPicture {
  readonly name: string;
  readonly fault: PictureFault;
}

export interface Pictures {
  readonly all: readonly AddedPicture[];
  readonly rejectedPictures: readonly RejectedPicture[];
  readonly add: (files: Iterable<File>) => Promise<void>;
  readonly setRole: (id: string, role: Role) => void;
  readonly remove: (id: string) => void;
}

export function usePictures(): Pictures {
  const [addedPictures, setAddedPictures] = useState<readonly AddedPicture[]>([]);
  const [rejectedPictures, setRejectedPictures] = useState<readonly RejectedPicture[]>([]);
  const add = async (files: Iterable<File>) => {
    const acceptedPictures: AddedPicture[] = [];
    const newRejections: RejectedPicture[] = [];
    for (const file of files) {
      const size = await readPictureSize(file);
      const fault = findPictureFault({ type: file.type, bytes: file.size, size }, [
        ...addedPictures,
        ...acceptedPictures,
      ]);
      if (fault || !size) newRejections.push({ name: file.name, fault: fault ?? 'unreadable' });
      else acceptedPictures.push(toAddedPicture(file, size));
    }
    setRejectedPictures(newRejections);
    setAddedPictures(before => [...before, ...acceptedPictures]);
  };
  const setRole = (id: string, role: Role) =>
    setAddedPictures(before => before.map(one => (one.id === id ? { ...one, role } : one)));
  const remove = (id: string) => {
    const removedPicture = addedPictures.find(one => one.id === id);
    if (removedPicture) URL.revokeObjectURL(removedPicture.url);
    setRejectedPictures([]);
    setAddedPictures(before => before.filter(one => one.id !== id));
  };
  return { all: addedPictures, rejectedPictures, add, setRole, remove };
}

let addedCount = 0;

function toAddedPicture(file: File, size: { width: number; height: number }): AddedPicture {
  addedCount++;
  const { name, size: bytes } = file;
  return {
    id: String(addedCount),
    name,
    file,
    url: URL.createObjectURL(file),
    role: 'content',
    bytes,
    ...size,
  };
}

/** A reference to the picture in the format of a prompt of the image interface. */
export function readDataUrl({ file }: AddedPicture): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });
}
