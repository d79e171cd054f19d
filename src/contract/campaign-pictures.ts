import { record, string } from 'superstruct';
import { get } from './endpoint.ts';

const base = '/api/campaign/:campaignId/picture';

/** SHA-256 of each picture that the gateway keeps of the campaign, by its path from `/`. */
export const listPictures = get({
  path: base,
  access: 'public',
  answer: record(string(), string()),
});

export const pictureFile = `${base}/:sha256`;
