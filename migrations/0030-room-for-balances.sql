-- Every task changes the balance of its account twice, and the counts of its token. As long as any older transaction is open, the old
-- versions of these rows cannot be removed, and each statement walks over them. With room on their pages, most changes add no entry to
-- an index, so that fewer pages are visited.
alter table accounts set (fillfactor = 10);
alter table tokens set (fillfactor = 10);
