import type { SupportIncident } from '../../contract/support.ts';
import { formatDateTime } from '../../rules/dates.ts';

/** One message as it is shown. */
export interface ThreadMessage {
  author: 'Atendente' | 'Cliente';
  text: string;
  /** Absent for the description, whose time nobody tells. */
  time?: string;
}

/** SUP-04, SUP-05: the description first, then the comments, oldest first. */
export function threadOf({ consumerDetail, comments }: SupportIncident): ThreadMessage[] {
  const sorted = comments.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  return [
    { author: 'Cliente', text: consumerDetail.description },
    ...sorted.map(({ userType, description, createdAt }) => ({
      author: userType === 'AGENT' ? ('Atendente' as const) : ('Cliente' as const),
      text: description,
      time: formatDateTime(createdAt),
    })),
  ];
}

/** SUP-06. */
export function isResolved({ status }: SupportIncident): boolean {
  return status === 'RESOLVED';
}
