import { record, string } from 'superstruct';
import { get } from './endpoint.ts';

const base = '/api/campaign/:campaignId/picture';

export const listPictures = get({
  path: base,
  access: 'public',
  answer: record(string(), string()),
});

export const pictureFile = `${base}/:sha256`;
