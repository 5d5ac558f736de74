/** Changing the language remounts the page. This flag reopens the menu in which it was changed. */
export const reopening = { isDue: false };
