create index tax_office_questions_due_by_office on tax_office_questions
  (campaign_id, left(access_key, 2), next_at) where next_at is not null;
