/** Participles that do not end in "ed" and are no other words, as alternatives of a pattern. */
export const irregularParticiples =
  'begun|bought|broken|brought|built|caught|chosen|done|drawn|driven|fed|felt|forgotten|found|frozen|given|gone|' +
  'grown|heard|held|kept|known|led|lost|made|meant|met|paid|redrawn|rebuilt|said|seen|sent|shown|slept|sold|spent|' +
  'spoken|swept|taken|taught|thought|thrown|told|torn|undone|won|worn|written';
