-- The code of the parcel in which an order left last, and since when that parcel is back.
alter table redemptions add column tracking_code text;
alter table redemptions add column returned_at timestamptz;
