-- The city that is published with a winner: as it was then, whatever they write there later.
alter table winners add column city text;

update winners set city = address ->> 'city'
from consumers, winner_pages
where consumers.id = consumer_id and winner_pages.campaign_id = winners.campaign_id;
