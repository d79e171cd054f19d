-- Without these, an erasure and the removal of old sessions read tables whole that grow with people.

create index identity_sessions_by_age on identity_sessions (created_at);
create index poll_answers_by_consumer on poll_answers (consumer_id);
create index incidents_by_consumer on incidents (consumer_id) where consumer_id is not null;
create index stored_comments on idempotency_keys (route) where route like 'POST /api/incident/%';

-- Answers in small letters and without what people put between the digits of a phone.
create index consumers_by_answer on consumers using gin ((
  lower(translate(
    jsonb_path_query_array(additional_fields, '$[*].value')::text, ' ()-+./', ''
  ))::jsonb
));
