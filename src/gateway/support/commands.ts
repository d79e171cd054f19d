import type { SupportIncident } from '../../contract/support.ts';
import { type Command, idOf, type Row } from '../cli/command.ts';
import { UsageError } from '../cli/options.ts';
import { type ApiError, isApiError } from '../http/api-error.ts';
import { answerIncident, closeIncident, findConversation } from './comments.ts';
import { findIncidents } from './queries.ts';

const usualAuthor = 'Atendimento';

export const incidentCommands: Command[] = [
  {
    usage: 'incidents list [--status OPEN|ANSWERED|RESOLVED]',
    does: 'lists messages to support, newest first',
    run: async ({ database, options: { status } }) => {
      const incidents = await findIncidents(database, status?.toUpperCase() ?? null);
      return incidents.map((incident) => ({
        id: incident.id,
        status: incident.status,
        protocol: incident.protocolNumber,
        sentAt: incident.createdAt.toISOString(),
        name: incident.name,
        email: incident.email,
        subject: incident.subject,
      }));
    },
  },
  {
    usage: 'incidents show <id>',
    does: 'shows a conversation',
    run: async ({ database, words: [id] }) =>
      conversation(await findConversation(database, idOf(id))),
  },
  {
    usage: 'incidents answer <id> <text> [--author <name>] [--resolve]',
    does: 'answers a message; --resolve closes the conversation',
    run: async ({ database, words: [id, text], options, now }) => {
      if (!text?.trim()) throw new UsageError('An answer needs its text, in quotes.');
      const answer = {
        id: idOf(id),
        description: text.trim(),
        authorName: options.author ?? usualAuthor,
        resolves: options.resolve === true,
        now,
      };
      return conversation(await database.transaction((queries) => answerIncident(queries, answer)));
    },
  },
  {
    usage: 'incidents close <id>',
    does: 'closes a conversation without another word',
    run: async ({ database, words: [id] }) =>
      conversation(await database.transaction((queries) => closeIncident(queries, idOf(id)))),
  },
];

function conversation(incident: SupportIncident | ApiError): readonly Row[] | ApiError {
  if (isApiError(incident)) return incident;
  const { consumerDetail, comments } = incident;
  return [
    { who: consumerDetail.name ?? '', when: null, text: consumerDetail.description },
    ...comments.map(({ authorName, createdAt, description }) => ({
      who: authorName ?? '',
      when: createdAt,
      text: description,
    })),
  ];
}
