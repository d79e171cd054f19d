-- What operators did by command: who, when, to what. Free text and people's data stay out of it,
-- so that an erasure has nothing to find here.

create table operator_acts (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  author text not null,
  command text not null,
  -- A receipt's, person's or order's number, or a lucky number; null where it is about no single one.
  subject text,
  words text not null
);

create index operator_acts_by_subject on operator_acts (subject, at) where subject is not null;
