import { getMe } from '../contract/consumer.ts';
import { call } from './call.ts';

export const fetchMe = (options: { signal?: AbortSignal } = {}) => call(getMe, options);
