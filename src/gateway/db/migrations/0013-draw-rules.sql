-- More kinds of entries are few, and everything else is measured by them.

drop index ledger_milestones;

create index ledger_milestones on ledger_entries (campaign_id, position)
  where type in ('COMMITMENTS', 'COMMITMENTS_CHANGED', 'CAMPAIGN_CLOSED', 'SECRETS_REVEALED',
    'LIST_FROZEN', 'NO_EXTRACTION', 'DRAW_MADE', 'DRAW_CORRECTED', 'WINNER_DISQUALIFIED');
