/** Another language is another page altogether: the menu in which it was chosen is to be opened again there. */
export const reopening = { isDue: false };
