-- An alias may mean a model in one group only. An empty group: in all that have no alias of that name.
alter table model_aliases add column group_name text not null default '';
alter table model_aliases drop constraint model_aliases_pkey;
alter table model_aliases add primary key (alias, group_name);
