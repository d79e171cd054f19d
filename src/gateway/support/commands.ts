import type { SupportIncident } from '../../contract/support.ts';
import { supportAuthors } from '../../rules/messages/labels.ts';
import {
  type Command,
  type CommandCall,
  idOf,
  isOfCampaignOption,
  type Row,
} from '../cli/command.ts';
import { expectedStatuses, filterUsage, listPage, pageUsage } from '../cli/list-options.ts';
import { UsageError } from '../cli/options.ts';
import type { Queries } from '../db/database.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { answerIncident, closeIncident, readIncidentById, reopenIncident } from './incidents.ts';
import { deleteIncident, findIncidentById, findIncidents, incidentStatuses } from './queries.ts';

export const incidentCommands: Command[] = [
  {
    usage: `incidents list ${filterUsage} [--key <protocol>] ${pageUsage}`,
    does: `lists messages to support, newest first; --status: ${incidentStatuses.join(', ')}`,
    run: async (call) => {
      const kind = { statuses: incidentStatuses, keyOf: (text: string) => text };
      const incidents = await listPage(call, kind, (page) => findIncidents(call.database, page));
      return incidents.map((incident) => ({
        id: incident.id,
        status: incident.status,
        protocol: incident.protocolNumber,
        sentAt: incident.createdAt,
        name: incident.name,
        email: incident.email,
        subject: incident.subject,
        messages: incident.messages,
      }));
    },
  },
  {
    usage: 'incidents show <id>',
    does: 'shows a conversation, and counts its messages',
    run: async (call) =>
      ofIncident(call, async (queries, id) =>
        conversation(queries, id, await readIncidentById(queries, id)),
      ),
  },
  {
    usage:
      'incidents answer <id> <text> [--author <name>] [--resolve] [--seen <messages>] [--status <status>]',
    does: `
      answers a message; --resolve closes the conversation;
      --seen 3: only if the conversation still has the three messages that you have read,
      so that nothing is closed unread, or answered twice;
      --status open: only if no one else has answered it since your list`,
    run: async (call) => {
      const { words, options, now } = call;
      const description = words[1]?.trim();
      if (!description) throw new UsageError('An answer needs its text, in quotes.');
      const authorName = options.author ?? null;
      const resolves = options.resolve === true;
      const answer = { description, authorName, resolves, since: incidentSeen(call), now };
      return changeIncident(call, async (queries, id) =>
        conversation(queries, id, await answerIncident(queries, { id, ...answer })),
      );
    },
  },
  {
    usage: 'incidents close <id> [--seen <messages>] [--status <status>]',
    does: `
      closes a conversation without another word;
      --seen: only if it still has that many messages; --status: only if it still has that`,
    run: async (call) =>
      changeIncident(call, async (queries, id) =>
        conversation(queries, id, await closeIncident(queries, id, incidentSeen(call))),
      ),
  },
  {
    usage: 'incidents reopen <id>',
    does: 'opens a closed conversation again, so that you can answer in it, and its writer too, but after twenty messages without an answer only once you have answered; sends nothing',
    run: async (call) =>
      changeIncident(call, async (queries, id) =>
        conversation(queries, id, await reopenIncident(queries, id)),
      ),
  },
  {
    usage: 'incidents erase <id>',
    does: 'deletes a conversation with all that was written in it, as people without an account may ask',
    run: async (call) =>
      changeIncident(call, async (queries, id) =>
        (await deleteIncident(queries, id)) ? [{ id, erased: true }] : refuse('NOT_FOUND'),
      ),
  },
];

function incidentSeen({ options }: CommandCall) {
  return {
    expected: expectedStatuses(options, incidentStatuses),
    messages: options.seen === undefined ? null : idOf(options.seen),
  };
}

function changeIncident(
  call: CommandCall,
  work: (queries: Queries, id: number) => Promise<readonly Row[] | Refusal>,
): Promise<readonly Row[] | Refusal> {
  return call.database.transaction((queries) => ofIncident({ ...call, database: queries }, work));
}

async function ofIncident(
  { words, options, database }: Pick<CommandCall, 'words' | 'options'> & { database: Queries },
  work: (queries: Queries, id: number) => Promise<readonly Row[] | Refusal>,
): Promise<readonly Row[] | Refusal> {
  const id = idOf(words[0]);
  const isOurs = await isOfCampaignOption(database, options, { table: 'incidents', id });
  return isOurs ? work(database, id) : refuse('NOT_FOUND');
}

async function conversation(
  queries: Queries,
  id: number,
  answer: SupportIncident | Refusal,
): Promise<readonly Row[] | Refusal> {
  if (isRefusal(answer)) return answer;
  const { consumerDetail, comments } = answer;
  const incident = await findIncidentById(queries, id);
  return [
    {
      message: 1,
      who: consumerDetail.name ?? '',
      when: incident?.createdAt ?? null,
      text: [incident?.subject, consumerDetail.description].filter(Boolean).join(': '),
    },
    ...comments.map(({ authorName, createdAt, description }, index) => ({
      message: index + 2,
      who: authorName ?? supportAuthors.AGENT,
      when: new Date(createdAt),
      text: description,
    })),
  ];
}
